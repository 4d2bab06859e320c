import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'

/**
 * Networks whose newest block is further ahead than `ms` of the last one that was decided of, both by the chain's own
 * time: what is decided of a network is written with its blocks, so somebody fails to.
 */
export async function undecidedNetworks(orm: Queryable, ms: number): Promise<number[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT n.network_id AS id
    FROM watch_network n
    JOIN watch_block newest
      ON newest.network_id = n.network_id AND newest.epoch = n.epoch AND newest.height = n.height
    LEFT JOIN alert_network a ON a.network_id = n.network_id
    WHERE ((a.head ->> 'epoch')::int IS DISTINCT FROM n.epoch OR (a.head ->> 'height')::bigint IS DISTINCT FROM n.height)
      AND newest.at - ${ms}::bigint > coalesce((a.head ->> 'at')::float8, (
        SELECT min(at) FROM watch_block first WHERE first.network_id = n.network_id AND first.epoch = n.epoch))
    ORDER BY 1`)
  return rows.map(({ id }) => id)
}
