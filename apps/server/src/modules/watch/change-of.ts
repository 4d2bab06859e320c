import type { Batch } from './batch.ts'
import type { Stored } from './batch.store.ts'
import { blockSeconds } from './model/block-times.ts'
import type { ChainModel } from './model/chain-model.ts'
import { valuesAt } from './model/validator-values.ts'
import type { ChainChange, ChainMoment } from './participant.ts'

/** What a batch changed, as participants see it: the models before and after it, height by height. `now`: its commit. */
export function changeOf(
  before: ChainModel,
  after: ChainModel,
  { batch, stored, now }: { batch: Batch; stored: Stored; now: number },
): ChainChange {
  const newest = after.ring.newest()
  // The letters are in the ring that both models share; the state is only in the one after.
  const asOf = { ...after, row: before.row, records: recordsWith(before, stored), signing: before.signing }
  const earlier: ChainModel = { ...asOf, histories: before.histories }
  return {
    networkId: batch.networkId,
    epoch: batch.epoch,
    seq: stored.seq,
    now,
    observed: batch.observed,
    heights: batch.blocks.map(({ letters: _letters, ...block }) => ({
      ...block,
      ...moment(earlier, block.height, block.at),
    })),
    gap: batch.gap,
    state: batch.state,
    records: stored.records.map((record) => ({ before: before.records[record.slot] ?? null, after: record })),
    events: stored.events,
    network: after.row,
    present: moment(after, newest, newest === null ? null : after.ring.time(newest)),
    blockSeconds: newest === null ? null : blockSeconds(after.ring, newest),
  }
}

/** The records before the batch, and those that only this batch knows (letters may come with their first state). */
function recordsWith(before: ChainModel, { records }: Stored): ChainModel['records'] {
  const all = [...before.records]
  for (const record of records) all[record.slot] ??= record
  return all
}

function moment<H extends number | null>(
  model: ChainModel,
  height: H,
  at: H,
): ChainMoment & { height: H; at: H } {
  let values: ReturnType<ChainMoment['values']> | null = null
  return {
    height,
    at,
    values() {
      values ??= valuesAt(model, height)
      return values
    },
  }
}
