import { type ChainModel, modelAfter } from '../../../apps/server/src/modules/watch/model/chain-model.ts'
import type { NetworkRow } from '../../../apps/server/src/modules/watch/model/watch.schema.ts'
import type { Stored } from '../../../apps/server/src/modules/watch/recording/batch.store.ts'
import {
  type Batch,
  batchOf,
  type ChainMemory,
  createChainMemory,
  remember,
} from '../../../apps/server/src/modules/watch/recording/batch.ts'
import { someNetworkRow } from '../../../apps/server/src/modules/watch/testing/some-network-row.ts'
import type { Recorded } from './recording.ts'

/** One pass of the product: what it knew before, what it would have written, what it knows after it. */
export interface ProductPass {
  before: ChainModel
  after: ChainModel
  batch: Batch
  stored: Stored
  now: number
}

export interface Pace {
  /** Blocks in one pass. */
  blocks: number
  /** Passes from one state to the next: states are read seldom, unless a block names a key that nobody is known by. */
  passes: number
}

/**
 * What the product makes of these heights, by its own way from what was read to what is known, without its database. The
 * first height is taken as known. Look at a pass before the next one is made: all models share one ring of letters.
 */
export function* productPasses(
  heights: readonly Recorded[],
  pace: Pace = { blocks: 1, passes: 1 },
): Generator<ProductPass, void> {
  const model = modelAfter(null, { row: someNetworkRow(), records: [], blocks: [], signing: null })
  const memory = createChainMemory({ model, oldKeys: [], trusted: null, monotonic: 0 })
  let passes = 0
  for (let from = 0; from < heights.length; from += pace.blocks) {
    const some = heights.slice(from, from + pace.blocks)
    yield pass(memory, some, passes % pace.passes === 0 || namesUnknown(memory, some))
    passes += 1
  }
}

function pass(memory: ChainMemory, some: readonly Recorded[], isStateDue: boolean): ProductPass {
  const last = some.at(-1)
  if (last === undefined) throw new RangeError('a pass without a block')
  const { block, state } = last
  const now = state.time
  const batch = batchOf(memory, {
    head: { height: block.height + 1, time: now, observedAt: now, host: block.host, inStep: true },
    blocks: some.map((one) => one.block),
    ...{ gap: null, assurance: block.assurance, headAgeMs: 0, trusted: null, now },
    state: isStateDue ? state : null,
  })
  const before = memory.model
  const stored = storedOf(memory.row, batch)
  const { blocks, signing } = batch
  const after = modelAfter(before, { ...stored, blocks, signing: signing ?? before.signing })
  remember(memory, batch, after)
  return { before, after, batch, stored, now }
}

const namesUnknown = ({ keys }: ChainMemory, some: readonly Recorded[]): boolean =>
  some.some(({ block }) => [...block.letters.keys()].some((address) => keys.slotOf(address) === null))

/** What the database would answer: the patched row under the next number, and an id for each validator. */
function storedOf(row: NetworkRow, { network, validators, events }: Batch): Stored {
  const idOf = (slot: number) => slot + 1
  return {
    seq: row.seq + 1,
    row: { ...row, ...network, seq: row.seq + 1 },
    records: validators.map((record) => ({ ...record, id: idOf(record.slot) })),
    events: events.map((event) => ({ ...event, validatorId: event.slot === null ? null : idOf(event.slot) })),
  }
}
