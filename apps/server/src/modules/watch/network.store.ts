import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { type NetworkRow, watchNetwork } from './watch.schema.ts'

/**
 * Notes that a process begins to follow a network, as a batch so that readers see it, and gives what is known of it.
 * `now` by the database's clock.
 */
export async function beginFollowing(tx: Queryable, networkId: number, now: number): Promise<NetworkRow> {
  const [row] = await tx
    .insert(watchNetwork)
    .values({ networkId, startedAt: now })
    .onConflictDoUpdate({
      target: watchNetwork.networkId,
      set: { startedAt: now, seq: sql`${watchNetwork.seq} + 1` },
    })
    .returning()
  if (!row) throw new Error(`The network ${networkId} has no row.`)
  return row
}

/** The row of a network, and the database's clock (Unix ms) when it was read. */
export async function readNetworkNow(
  orm: Queryable,
  networkId: number,
): Promise<{ row: NetworkRow; databaseNow: number } | null> {
  const [read] = await orm
    .select({
      row: watchNetwork,
      databaseNow: sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`,
    })
    .from(watchNetwork)
    .where(eq(watchNetwork.networkId, networkId))
  return read ?? null
}

export async function readNetwork(orm: Queryable, networkId: number): Promise<NetworkRow | null> {
  const [row] = await orm.select().from(watchNetwork).where(eq(watchNetwork.networkId, networkId))
  return row ?? null
}

/** The newest batch of every network: cheap enough to ask each second. */
export async function readSeqs(orm: Queryable): Promise<Map<number, number>> {
  const rows = await orm
    .select({ networkId: watchNetwork.networkId, seq: watchNetwork.seq })
    .from(watchNetwork)
  return new Map(rows.map(({ networkId, seq }) => [networkId, seq]))
}
