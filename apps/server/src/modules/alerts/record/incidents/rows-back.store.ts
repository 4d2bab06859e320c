import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../../platform/db/database.ts'

/** Missed blocks whose validator signs again: how many of its outage there were, and when it signed; null: not known. */
export interface RowBack {
  missed: number | null
  signedAt: Date | null
}

/**
 * What there was of missed blocks that are signed again (E426): as its conditions count them while they wait before they end, and as the end
 * of any of its steps counted them then. An alert has the number at which its condition was reached.
 */
export async function rowsBack(
  orm: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RowBack>> {
  if (ids.length === 0) return new Map()
  const { rows } = await orm.execute<{ id: number; missed: number | null; at: number | null }>(sql`
    SELECT a.id::float8 AS id, coalesce(
      CASE WHEN a.ended_at IS NULL AND o.outage -> 'isEarlier' IS NULL AND t.state -> 'misses' ->> 'from' IS NULL
           THEN (t.state -> 'misses' ->> 'plus')::float8 - (o.outage ->> 'before')::float8 END,
      (SELECT max((e.evidence ->> 'missed_since')::float8) FROM alert e
       WHERE e.network_id = a.network_id AND e.validator_id = a.validator_id AND e.id > a.id AND e.setting_id % 10 = 2
         AND e.evidence -> 'began_at' = a.evidence -> 'began_at')) AS missed,
      CASE WHEN a.ended_at IS NULL THEN (t.state -> 'clean' ->> 'at')::float8
           ELSE (extract(epoch FROM a.ended_at) * 1000)::float8 END AS at
    FROM alert a
    LEFT JOIN alert_target t ON t.network_id = a.network_id AND t.key = split_part(a.occurrence, '/', 2)
    LEFT JOIN LATERAL (SELECT t.state -> 'conditions' -> (a.setting_id / 10)::text -> 'outage' AS outage) o ON true
    WHERE a.id = ANY (${`{${ids.join()}}`}::bigint[])`)
  return new Map(
    rows.map(({ id, missed, at }) => [id, { missed, signedAt: at === null ? null : new Date(at) }]),
  )
}
