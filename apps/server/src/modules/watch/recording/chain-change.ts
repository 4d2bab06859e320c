import type { Assurance, NetworkState } from '@roundsman/contract/networks/validators'
import type { Tx } from '../../../platform/db/database.ts'
import type { ChainModel } from '../model/chain-model.ts'
import { blockSeconds } from '../model/letter-ring.ts'
import type { ValidatorRecord } from '../model/validator-facts.ts'
import { type ValidatorValues, valuesAt } from '../model/validator-values.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import type { Stored } from './batch.store.ts'
import type { Batch } from './batch.ts'
import type { WatchEvent } from './events-between.ts'

/** What is decided or kept from each change of a chain, in the transaction that commits the change. */
export interface Participant {
  /** For log lines. */
  name: string
  /**
   * Called after the rows of the change are stored. A transaction that fails is run again from its beginning, or its
   * change is found once more: nothing but `tx` may be written, and nothing remembered.
   */
  commit(tx: Tx, change: ChainChange): Promise<void>
  /**
   * Called once the change is committed: only from here may it be remembered, to spare statements. Not called where
   * the commit failed, or where nobody knows. Must not throw.
   */
  committed?(change: ChainChange): void
  /**
   * Called every few seconds in a transaction of its own, under the same lease, for what only time decides. Whatever
   * holds for `commit` holds here.
   */
  tick?(tx: Tx, tick: NetworkTick): Promise<void>
}

/** How a network is at a moment at which nothing need have changed. Ages are by clocks that never jump, in ms. */
export interface NetworkTick {
  networkId: number
  epoch: number
  /** By the database's clock, Unix ms. */
  now: number
  state: NetworkState
  /** How old the newest block is that the last usable answer named. */
  headAgeMs: number | null
  /** Since the last usable answer, and not longer than since a process last began to follow; null: nobody follows. */
  unseenMs: number | null
  /** Seconds between blocks (W36), as of the newest change that this process has committed. */
  blockSeconds: number | null
  network: NetworkRow
}

/** Values of a chain at one moment. */
interface ChainSnapshot {
  /** Of the newest letters that count; null before the first. */
  height: number | null
  /** Header time of that height, Unix ms. */
  at: number | null
  /** By slot; null for a validator that has left. Made when it is first asked for. */
  values(): readonly (ValidatorValues | null)[]
}

/** One height whose letters a change brings, with the values as of then: the state read is the one known before. */
export interface HeightChange extends ChainSnapshot {
  height: number
  at: number
  signedPower: bigint | null
  totalPower: bigint | null
  assurance: Assurance | null
  host: string | null
}

/** Everything that one transaction makes known of a network. */
export interface ChainChange {
  networkId: number
  epoch: number
  /** Number of the change batch. */
  seq: number
  /** Of this commit, by the database's clock, Unix ms. */
  now: number
  /** False where no endpoint in step answered: nothing was learned of the chain but that. */
  observed: boolean
  /** Oldest first. */
  heights: readonly HeightChange[]
  /** Heights that nobody keeps any more, before these. */
  gap: { from: number; to: number } | null
  /** The state that was read: its height and the header time of that, Unix ms. */
  state: { height: number; at: number } | null
  /** Rows that are new or other than before, as they are stored. */
  records: readonly { before: ValidatorRecord | null; after: ValidatorRecord }[]
  events: readonly (WatchEvent & { validatorId: number | null })[]
  /** The network's row after the change. */
  network: NetworkRow
  /** After everything that this change brings. */
  present: ChainSnapshot
  /** Seconds between blocks (W36) then. */
  blockSeconds: number | null
}

/** What a batch changed, as participants see it: the models before and after it, height by height. `now`: its commit. */
export function changeOf(
  before: ChainModel,
  after: ChainModel,
  { batch, stored, now }: { batch: Batch; stored: Stored; now: number },
): ChainChange {
  const newest = after.ring.newest()
  // The letters are in the ring that both models share; the state is only in the one after.
  const asOf = { ...after, row: before.row, records: recordsWith(before, stored), signing: before.signing }
  const earlier: ChainModel = { ...asOf, bits: before.bits, since: before.since }
  return {
    networkId: batch.networkId,
    epoch: batch.epoch,
    seq: stored.seq,
    now,
    observed: batch.observed,
    heights: batch.blocks.map(({ letters: _letters, ...block }) => ({
      ...block,
      ...snapshotOf(earlier, block.height, block.at),
    })),
    gap: batch.gap,
    state: batch.state,
    records: stored.records.map((record) => ({ before: before.records[record.slot] ?? null, after: record })),
    events: stored.events,
    network: after.row,
    present: snapshotOf(after, newest, newest === null ? null : after.ring.time(newest)),
    blockSeconds: newest === null ? null : blockSeconds(after.ring, newest),
  }
}

/** The records before the batch, and those that only this batch knows (letters may come with their first state). */
function recordsWith(before: ChainModel, { records }: Stored): ChainModel['records'] {
  // Of whom no state was read yet (an import may name them) nothing is known before this batch.
  const all = before.row.stateHeight === null ? [] : [...before.records]
  for (const record of [...records, ...before.records]) all[record.slot] ??= record
  return all
}

function snapshotOf<H extends number | null>(
  model: ChainModel,
  height: H,
  at: H,
): ChainSnapshot & { height: H; at: H } {
  let values: ReturnType<ChainSnapshot['values']> | null = null
  return {
    height,
    at,
    values() {
      values ??= valuesAt(model, height)
      return values
    },
  }
}
