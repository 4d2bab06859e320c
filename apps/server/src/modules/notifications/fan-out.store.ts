import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { insertStorm } from './bundle.store.ts'
import type { AddedTo, Lane } from './lane.ts'
import type { FanOut } from './new-delivery.ts'

const longestInsert = '10min'

const columns = sql`channel, user_id, recipient, language, reference, is_critical`

/** Writes all rows of a fan-out; what is there already stays as it is. One that is alone is one statement. */
export async function insertFanOut(tx: Tx, now: SQL, fanOut: FanOut): Promise<AddedTo[]> {
  const { storm: references, recipients, hasStates = false } = fanOut
  if (references === undefined) return insertEach(tx, now, fanOut)
  if (!hasStates) return insertStorm(tx, now, { ...fanOut, references })
  const queued = sql`SELECT ${columns} FROM (${recipients}) AS recipients WHERE state = 'QUEUED'`
  const added = await insertStorm(tx, now, { ...fanOut, recipients: queued, references })
  const unsent = sql`SELECT * FROM (${recipients}) AS recipients WHERE state <> 'QUEUED'`
  await insertEach(tx, now, { ...fanOut, recipients: unsent })
  return added
}

async function insertEach(
  tx: Tx,
  now: SQL,
  { kind, usefulForMs, recipients, hasStates = false }: FanOut,
): Promise<AddedTo[]> {
  const states = hasStates ? sql`state, detail` : sql`'QUEUED'::text AS state, NULL::text AS detail`
  // A million rows take longer than any other statement may; until the transaction ends.
  await tx.execute(sql`SELECT set_config('statement_timeout', ${longestInsert}, true)`)
  const { rows } = await tx.execute<{ channel: string; lane: Lane; count: number }>(sql`
    WITH wanted AS (SELECT ${columns}, ${states} FROM (${recipients}) AS recipients),
    added AS (
      INSERT INTO delivery (channel, lane, purpose, user_id, recipient, language, kind, reference, dedupe_key, state,
                            detail, due_at, give_up_at, created_at, updated_at)
      SELECT channel, CASE WHEN is_critical THEN 'critical' ELSE 'other' END, 'alert', user_id, recipient, language,
             ${kind}::text, reference,
             concat_ws(':', ${kind}::text, reference, channel, user_id, recipient), state, detail,
             ${now}, ${now} + make_interval(secs => ${usefulForMs}::float8 / 1000), ${now}, ${now}
      FROM wanted
      ON CONFLICT (dedupe_key) DO NOTHING
      RETURNING channel, lane, state
    )
    SELECT channel, lane, count(*)::int AS count FROM added WHERE state = 'QUEUED'
    GROUP BY channel, lane ORDER BY channel, lane`)
  return rows
}
