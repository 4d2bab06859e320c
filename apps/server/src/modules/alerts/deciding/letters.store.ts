import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { lettersBefore } from '../../watch/watch.public.ts'
import { alert } from '../alerts.schema.ts'

/** As many as the strip of a row shows. */
const shownLetters = 60

/** Keeps the last blocks of each validator with what is told of it: the chain's letters are forgotten long before. */
export async function keepLetters(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: alert.id, validatorId: alert.validatorId, height: alert.height })
    .from(alert)
    .where(and(inArray(alert.id, [...ids]), isNotNull(alert.validatorId), isNotNull(alert.height)))
  const places = rows.map(({ validatorId, height }) => ({
    validatorId: validatorId ?? 0,
    height: height ?? 0,
  }))
  const found = await lettersBefore(tx, places, shownLetters)
  const kept = rows.flatMap(({ id }, index) => {
    const letters = found[index]
    if (!letters) return []
    return [{ id, signatures: { from_height: letters.fromHeight, letters: letters.letters } }]
  })
  if (kept.length === 0) return
  await tx.execute(sql`
    UPDATE alert SET evidence = alert.evidence || jsonb_build_object('signatures', k.signatures)
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS k (id bigint, signatures jsonb)
    WHERE alert.id = k.id`)
}
