import type { Database, Tx } from '../../../platform/db/database.ts'
import type { NetworkLeases } from '../following/leases.ts'
import { type ChainModel, modelAfter } from '../model/chain-model.ts'
import { batchChannel, readModelUpdate, readNetwork, readOldKeys } from '../model/model.store.ts'
import { ageOf, networkState } from '../model/network-state.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import { readTrusted, storeBatch } from './batch.store.ts'
import { type Batch, type ChainMemory, createChainMemory } from './batch.ts'
import { changeOf, type NetworkTick, type Participant } from './chain-change.ts'
import { beginFollowing, openEpoch } from './epoch.store.ts'

/** Another process follows the network now, or it is in another epoch: what this one remembers is void. */
export class LostTheNetwork extends Error {
  override readonly name = 'LostTheNetwork'
}

export interface Writer {
  /** The database's clock, Unix ms: by it every process writes down and judges how old things are. */
  databaseNow(): number
  /** Reads what is known of the network and notes that following begins. @throws LostTheNetwork */
  begin(): Promise<ChainMemory>
  /** @throws LostTheNetwork */
  openEpoch(chainId: string): Promise<NetworkRow>
  /**
   * Commits a batch, with what the participants make of it; gives the model after it. Where it fails, `model` is void.
   *
   * @throws LostTheNetwork
   */
  commit(model: ChainModel, batch: Batch): Promise<ChainModel>
  /**
   * Lets the participants decide what only time decides. `isBeginning`: the first pass is still under way, which is
   * noted first, as the start of following. False where another process has the network.
   */
  tick(isBeginning: boolean): Promise<boolean>
}

/**
 * The one way to write a network: every transaction first makes sure that the lease is still held.
 * @param participants called in this order in every transaction that commits a batch
 */
export function createWriter(
  db: Database,
  clock: { monotonic(): number },
  leases: NetworkLeases,
  networkId: number,
  participants: readonly Participant[],
): Writer {
  const { databaseNow } = leases
  const lease = leases.of(networkId)

  /** As of the last commit. */
  let pace: number | null = null

  /** `work` makes sure of the lease, and gives null where it is another's. */
  function write<T>(work: (tx: Tx) => Promise<T | null>): Promise<T> {
    return db.transaction(async (tx) => {
      const result = await work(tx)
      if (result === null) {
        // So that it is forgotten where it is lost.
        await lease.hold(tx)
        throw new LostTheNetwork(`the network ${networkId} is another's`)
      }
      await db.notify(tx, batchChannel, String(networkId))
      return result
    })
  }

  const writeHeld = <T>(work: (tx: Tx) => Promise<T>) =>
    write(async (tx) => ((await lease.hold(tx)) ? work(tx) : null))

  return {
    databaseNow,
    async begin() {
      const row = await writeHeld((tx) => beginFollowing(tx, networkId, databaseNow()))
      // Nobody else writes what is read here.
      const model = modelAfter(null, { row, ...(await readModelUpdate(db.orm, row, null)) })
      const oldKeys = await readOldKeys(db.orm, row)
      const trusted = await readTrusted(db.orm, row)
      return createChainMemory({ model, oldKeys, trusted, monotonic: clock.monotonic() })
    },
    openEpoch: (chainId) => writeHeld((tx) => openEpoch(tx, { networkId, chainId, now: databaseNow() })),
    async commit(model, batch) {
      const now = databaseNow()
      const { after, change } = await write(async (tx) => {
        const held = lease.held()
        const stored = held === null ? null : await storeBatch(tx, held, batch)
        if (stored === null) return null
        const { blocks, signing } = batch
        const next = modelAfter(model, { ...stored, blocks, signing: signing ?? model.signing })
        const made = changeOf(model, next, { batch, stored, now })
        for (const participant of participants) await participant.commit(tx, made)
        return { after: next, change: made }
      })
      pace = change.blockSeconds
      for (const participant of participants) participant.committed?.(change)
      return after
    },
    tick: (isBeginning) =>
      db.transaction(async (tx) => {
        if (!(await lease.hold(tx))) return false
        const row = isBeginning
          ? await beginFollowing(tx, networkId, databaseNow())
          : await readNetwork(tx, networkId)
        if (row === null) return true
        const tick = networkTickOf(row, databaseNow(), pace)
        for (const participant of participants) await participant.tick?.(tx, tick)
        return true
      }),
  }
}

/** How a network that is followed is by what was written down of it. `now`: the database's clock, as in the row. */
function networkTickOf(row: NetworkRow, now: number, blockSeconds: number | null): NetworkTick {
  const { networkId, epoch } = row
  const startedAgeMs = ageOf(row.startedAt, now)
  const observedAgeMs = ageOf(row.observedAt, now)
  // The block has grown older since the chain was polled last.
  const headAgeMs = row.headAgeMs === null ? null : row.headAgeMs + (observedAgeMs ?? 0)
  const ages = [startedAgeMs, observedAgeMs].filter((age) => age !== null)
  return {
    networkId,
    epoch,
    now,
    headAgeMs,
    blockSeconds,
    state: networkState({
      followed: true,
      startedAgeMs: startedAgeMs ?? Number.POSITIVE_INFINITY,
      observedAgeMs,
      syncingAgeMs: ageOf(row.syncingAt, now),
      headAgeMs: row.headAgeMs,
      blockSeconds,
    }),
    unseenMs: ages.length === 0 ? null : Math.min(...ages),
    network: row,
  }
}
