import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { type BridgeRow, type BridgeTokenRow, bridge, bridgeNetwork, bridgeToken } from './bridges.schema.ts'
import { keepHistory } from './history.store.ts'
import type { Learnt } from './learn.ts'

/**
 * Takes the next number of a network's bridges, and the database's time (Unix ms). Whoever has it writes alone until
 * the transaction ends.
 */
export async function nextSeq(tx: Tx, networkId: number, now: SQL): Promise<{ seq: number; now: number }> {
  const [row] = await tx
    .insert(bridgeNetwork)
    .values({ networkId, seq: 1 })
    .onConflictDoUpdate({ target: bridgeNetwork.networkId, set: { seq: sql`${bridgeNetwork.seq} + 1` } })
    .returning({ seq: bridgeNetwork.seq, now: sql<number>`floor(extract(epoch from ${now}) * 1000)::float8` })
  if (!row) throw new Error(`The bridges of network ${networkId} have no number.`)
  return row
}

/** Those of these tokens that are still there, by id. Locked, so that they stay until it is written. */
export async function tokensForPush(tx: Tx, ids: readonly number[]): Promise<Map<number, BridgeTokenRow>> {
  const rows = await tx
    .select()
    .from(bridgeToken)
    .where(inArray(bridgeToken.id, [...ids]))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

export async function pushedBridges(
  tx: Tx,
  networkId: number,
  peerIds: readonly string[],
): Promise<Map<string, BridgeRow>> {
  if (peerIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(bridge)
    .where(
      and(eq(bridge.networkId, networkId), eq(bridge.source, 'OTLP'), inArray(bridge.peerId, [...peerIds])),
    )
  return new Map(rows.map((row) => [row.peerId, row]))
}

/** Writes what was learnt under a number, each kind of row in one statement. */
export async function writeLearnt(
  tx: Tx,
  { networkId, seq, now }: { networkId: number; seq: number; now: number },
  { bridges, left, tokens }: Pick<Learnt, 'bridges' | 'left' | 'tokens'>,
): Promise<void> {
  if (left.length > 0) await tx.delete(bridge).where(inArray(bridge.id, [...left]))
  if (bridges.length > 0) {
    const rows = bridges.map(({ peerId, namespace, tokenId, contestedAt, state, figures }) => ({
      ...{ peer_id: peerId, namespace, token_id: tokenId, contested_at: contestedAt, state, figures },
    }))
    const written = await tx.execute<{ id: number; peer_id: string }>(sql`
      INSERT INTO bridge (network_id, source, seq, peer_id, namespace, token_id, contested_at, state, figures)
      SELECT ${networkId}, CASE WHEN token_id IS NULL THEN 'SCRAPE' ELSE 'OTLP' END, ${seq}, peer_id, namespace,
             token_id, contested_at, state, figures
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS t (peer_id text, namespace text, token_id int, contested_at bigint, state jsonb, figures jsonb)
      ON CONFLICT (network_id, peer_id, source) DO UPDATE
      SET seq = excluded.seq, namespace = excluded.namespace, token_id = excluded.token_id,
          contested_at = excluded.contested_at, state = excluded.state, figures = excluded.figures
      RETURNING id, peer_id`)
    await keepHistory(tx, bridges, new Map(written.rows.map(({ id, peer_id }) => [peer_id, id])))
  }
  if (tokens.length > 0)
    await tx.execute(sql`
      UPDATE bridge_token SET peer_id = t.peer_id, problem = t.problem, last_used_at = to_timestamp(${now}::float8 / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(tokens.map(({ id, peerId, problem }) => ({ id, peer_id: peerId, problem })))}::jsonb)
        AS t (id int, peer_id text, problem text)
      WHERE bridge_token.id = t.id`)
}
