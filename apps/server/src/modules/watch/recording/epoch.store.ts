import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type NetworkRow, watchEpoch, watchNetwork, watchValidator } from '../model/watch.schema.ts'

/** What a new epoch knows of its chain: nothing. Sequence numbers and times of reaching it go on. */
export const nothingKnown = {
  headHeight: null,
  headAt: null,
  headAgeMs: null,
  height: null,
  blockHash: null,
  stateHeight: null,
  stateAt: null,
  stateTime: null,
  hasStaking: null,
  hasSlashing: null,
  signedBlocksWindow: null,
  minSignedPerWindow: null,
  slashDowntime: null,
  bondedTokens: null,
  bondedValidators: null,
  unbondingMs: null,
  upgradeName: null,
  upgradeHeight: null,
  upgradeSeenAt: null,
  upgradeAssurance: null,
  upgradeHost: null,
  maxValidators: null,
  trusted: null,
  assurance: null,
  stateAssurance: null,
  stateHost: null,
  refusedChainId: null,
  refusedKind: null,
  refusedReason: null,
  refusedAt: null,
  outages: null,
} satisfies Partial<NetworkRow>

/** Closes the epoch of a network, with its validators, and opens the next one with this chain. */
export async function openEpoch(
  tx: Queryable,
  request: { networkId: number; chainId: string; now: number },
): Promise<NetworkRow> {
  const { networkId, chainId, now } = request
  const [row] = await tx
    .update(watchNetwork)
    .set({
      ...nothingKnown,
      chainId,
      epoch: sql`${watchNetwork.epoch} + 1`,
      seq: sql`${watchNetwork.seq} + 1`,
    })
    .where(eq(watchNetwork.networkId, networkId))
    .returning()
  if (!row) throw new Error(`The network ${networkId} has no row.`)
  const before = row.epoch - 1
  await tx
    .update(watchEpoch)
    .set({ closedAt: now })
    .where(and(eq(watchEpoch.networkId, networkId), eq(watchEpoch.epoch, before)))
  await tx
    .update(watchValidator)
    .set({ removedAt: now, seq: row.seq })
    .where(
      and(
        eq(watchValidator.networkId, networkId),
        eq(watchValidator.epoch, before),
        isNull(watchValidator.removedAt),
      ),
    )
  await tx.insert(watchEpoch).values({ networkId, epoch: row.epoch, chainId, openedAt: now })
  return row
}

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
