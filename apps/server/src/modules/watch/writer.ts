import type { Database, Tx } from '../../platform/db/database.ts'
import { storeBatch } from './batch.store.ts'
import { type Batch, batchChannel } from './batch.ts'
import { type ChainMemory, createChainMemory } from './chain-memory.ts'
import { changeOf } from './change-of.ts'
import { openEpoch } from './epoch.store.ts'
import { type ChainModel, modelAfter } from './model/chain-model.ts'
import { readModelUpdate, readOldKeys } from './model.store.ts'
import { momentOf } from './moment-of.ts'
import { beginFollowing, readNetwork } from './network.store.ts'
import type { NetworkLease } from './network-leases.ts'
import type { Participant } from './participant.ts'
import { readTrusted } from './trusted.store.ts'
import type { NetworkRow } from './watch.schema.ts'

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
  /** Lets the participants decide what only time decides. False where another process has the network. */
  tick(): Promise<boolean>
}

export interface WriterDeps {
  db: Database
  clock: { monotonic(): number }
  networkId: number
  lease: Pick<NetworkLease, 'hold'>
  /** The database's clock, Unix ms. */
  databaseNow(): number
  /** Called in this order in every transaction that commits a batch. */
  participants: readonly Participant[]
}

/** The one way to write a network: every transaction first makes sure that the lease is still held. */
export function createWriter(deps: WriterDeps): Writer {
  const { db, clock, databaseNow, networkId, lease, participants } = deps

  /** As of the last commit. */
  let pace: number | null = null

  function write<T>(work: (tx: Tx) => Promise<T | null>): Promise<T> {
    return db.transaction(async (tx) => {
      const result = (await lease.hold(tx)) ? await work(tx) : null
      if (result === null) throw new LostTheNetwork(`the network ${networkId} is another's`)
      await db.notify(tx, batchChannel, String(networkId))
      return result
    })
  }

  return {
    databaseNow,
    async begin() {
      const row = await write((tx) => beginFollowing(tx, networkId, databaseNow()))
      // Nobody else writes what is read here.
      const model = modelAfter(null, { row, ...(await readModelUpdate(db.orm, row, null)) })
      const oldKeys = await readOldKeys(db.orm, row)
      const trusted = await readTrusted(db.orm, row)
      return createChainMemory({ model, oldKeys, trusted, monotonic: clock.monotonic() })
    },
    openEpoch: (chainId) => write((tx) => openEpoch(tx, { networkId, chainId, now: databaseNow() })),
    async commit(model, batch) {
      const now = databaseNow()
      const { after, change } = await write(async (tx) => {
        const stored = await storeBatch(tx, batch)
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
    tick: () =>
      db.transaction(async (tx) => {
        if (!(await lease.hold(tx))) return false
        const row = await readNetwork(tx, networkId)
        if (row === null) return true
        const moment = momentOf(row, databaseNow(), pace)
        for (const participant of participants) await participant.tick?.(tx, moment)
        return true
      }),
  }
}
