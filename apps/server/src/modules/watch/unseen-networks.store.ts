import { and, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { watchNetwork } from './watch.schema.ts'

/** Those of the networks of which nobody, in whatever process, has had a usable answer within `ms`. */
export async function unseenNetworks(
  db: Pick<Database, 'orm' | 'now'>,
  networkIds: readonly number[],
  ms: number,
): Promise<number[]> {
  if (networkIds.length === 0) return []
  const seen = await db.orm
    .select({ networkId: watchNetwork.networkId })
    .from(watchNetwork)
    .where(
      and(
        inArray(watchNetwork.networkId, [...networkIds]),
        gt(watchNetwork.observedAt, sql`(extract(epoch from ${db.now()}) * 1000)::bigint - ${ms}::bigint`),
      ),
    )
  return networkIds.filter((id) => !seen.some(({ networkId }) => networkId === id))
}
