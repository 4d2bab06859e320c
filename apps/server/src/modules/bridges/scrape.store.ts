import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { bridge, bridgeNetwork, type BridgeRow } from './bridges.schema.ts'

/** What is collected elsewhere, by peer id. */
export async function scrapedBridges(tx: Tx, networkId: number): Promise<Map<string, BridgeRow>> {
  const rows = await tx
    .select()
    .from(bridge)
    .where(and(eq(bridge.networkId, networkId), eq(bridge.source, 'SCRAPE')))
  return new Map(rows.map((row) => [row.peerId, row]))
}

/** Notes that all pages of a network were read, `now` in Unix ms. */
export async function noteScraped(tx: Tx, networkId: number, now: number): Promise<void> {
  await tx.update(bridgeNetwork).set({ scrapedAt: now }).where(eq(bridgeNetwork.networkId, networkId))
}

/** Forgets what no page has named since, in Unix ms. */
export async function forgetScraped(tx: Tx, networkId: number, since: number): Promise<void> {
  await tx
    .delete(bridge)
    .where(
      and(
        eq(bridge.networkId, networkId),
        eq(bridge.source, 'SCRAPE'),
        sql`(${bridge.state}->>'updatedAt')::float8 < ${since}`,
      ),
    )
}
