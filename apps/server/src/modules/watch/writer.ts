import type { Database, Tx } from '../../platform/db/database.ts'
import { acquireLease, type HeldLease, holdLease, releaseLease, renewLease } from '../../platform/lease.ts'
import { type Stored, storeBatch } from './batch.store.ts'
import type { Batch } from './batch.ts'
import { batchChannel } from './batch-channel.ts'
import { type ChainMemory, createChainMemory } from './chain-memory.ts'
import { openEpoch } from './epoch.store.ts'
import { beginFollowing, readSigning, readValidators } from './network.store.ts'
import type { NetworkRow } from './watch.schema.ts'

/** Another process follows the network now, or it is in another epoch: what this one remembers is void. */
export class LostTheNetwork extends Error {
  override readonly name = 'LostTheNetwork'
}

export interface Writer {
  /** True while this process may write the network; asks the database only when it is time to. */
  hold(): Promise<boolean>
  /** Gives the network to whoever comes next; this process writes nothing of it any more. */
  release(): Promise<void>
  /** Reads what is known of the network and notes that following begins. */
  begin(): Promise<ChainMemory>
  /** @throws LostTheNetwork */
  openEpoch(chainId: string): Promise<NetworkRow>
  /** @throws LostTheNetwork */
  commit(batch: Batch): Promise<Stored>
  /** The lease, for others that write rows of this network in this process (series). */
  held(): HeldLease | null
}

export interface WriterDeps {
  db: Database
  clock: { now(): number; monotonic(): number }
  networkId: number
  /** Names this process among all. */
  holder: string
}

/** The lease runs out after 15 s; renewed three times within that. */
const renewEveryMs = 5_000

/** The one way to write a network: every transaction first makes sure that the lease is still held. */
export function createWriter({ db, clock, networkId, holder }: WriterDeps): Writer {
  let held: HeldLease | null = null
  let renewedAt = 0
  let over = false

  async function hold(): Promise<boolean> {
    if (over) return false
    if (held === null) {
      held = await acquireLease(db.orm, `watch/${networkId}`, holder)
      renewedAt = clock.monotonic()
    } else if (clock.monotonic() - renewedAt >= renewEveryMs) {
      if (!(await renewLease(db.orm, held))) held = null
      renewedAt = clock.monotonic()
    }
    return held !== null
  }

  function write<T>(work: (tx: Tx) => Promise<T | null>): Promise<T> {
    return db.transaction(async (tx) => {
      const result = held !== null && (await holdLease(tx, held)) ? await work(tx) : null
      if (result === null) throw new LostTheNetwork(`the network ${networkId} is another's`)
      await db.notify(tx, batchChannel, String(networkId))
      return result
    })
  }

  return {
    hold,
    held: () => held,
    async release() {
      over = true
      const last = held
      held = null
      if (last !== null) await releaseLease(db.orm, last)
    },
    async begin() {
      const row = await write((tx) => beginFollowing(tx, networkId, clock.now()))
      const [records, signing] = [await readValidators(db.orm, row), await readSigning(db.orm, row)]
      return createChainMemory({ row, records, signing: signing?.infos ?? [], monotonic: clock.monotonic() })
    },
    openEpoch: (chainId) => write((tx) => openEpoch(tx, { networkId, chainId, now: clock.now() })),
    commit: (batch) => write((tx) => storeBatch(tx, batch)),
  }
}
