import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { insertStorm } from './bundle.store.ts'
import type { AddedTo, Lane } from './lane.ts'
import type { FanOut } from './new-delivery.ts'

const longestInsert = '10min'

/** No rows, as the columns of a fan-out are. */
const nobody = sql`SELECT ''::text AS channel, NULL::int AS user_id, ''::text AS recipient, 'en'::text AS language,
  ''::text AS reference, false AS is_critical WHERE false`

/** Writes all rows of a fan-out; what is there already stays as it is. One that is alone is one statement. */
export async function insertFanOut(tx: Tx, now: SQL, fanOut: FanOut): Promise<AddedTo[]> {
  const { storm: references } = fanOut
  if (references === undefined) return insertEach(tx, now, fanOut)
  const added = await insertStorm(tx, now, { ...fanOut, references })
  if (fanOut.unsent) await insertEach(tx, now, { ...fanOut, recipients: nobody })
  return added
}

async function insertEach(
  tx: Tx,
  now: SQL,
  { kind, usefulForMs, recipients, unsent }: FanOut,
): Promise<AddedTo[]> {
  const columns = sql`channel, user_id, recipient, language, reference, is_critical`
  const kept = unsent ? sql`UNION ALL SELECT ${columns}, state, detail FROM (${unsent}) AS unsent` : sql``
  // A million rows take longer than any other statement may; until the transaction ends.
  await tx.execute(sql`SELECT set_config('statement_timeout', ${longestInsert}, true)`)
  const { rows } = await tx.execute<{ channel: string; lane: Lane; count: number }>(sql`
    WITH wanted AS (
      SELECT ${columns}, 'QUEUED'::text AS state, NULL::text AS detail FROM (${recipients}) AS recipients ${kept}
    ),
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
