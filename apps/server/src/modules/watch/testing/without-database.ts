import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { type ChainModel, modelAfter } from '../model/chain-model.ts'
import { networkState } from '../model/network-state.ts'
import { consensusKeys, type ValidatorRecord } from '../model/validator-facts.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import type { Stored } from '../recording/batch.store.ts'
import { type Batch, batchOf, type ChainMemory, createChainMemory, remember } from '../recording/batch.ts'
import { type ChainChange, changeOf } from '../recording/chain-change.ts'
import { reconcile } from '../recording/reconcile.ts'
import { someNetworkRow } from './some-network-row.ts'

// What the product makes of what was read of a chain, by its own way and without its database.

/** A block as it was read, and the state after it. */
export interface ObservedHeight {
  block: BlockObservation
  state: ChainState
}

/** One pass of the product: what it knew before, what it would have written, what it knows after it. */
export interface ProductPass {
  before: ChainModel
  after: ChainModel
  batch: Batch
  /** As participants see it. */
  change: ChainChange
}

interface Pace {
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
  heights: readonly ObservedHeight[],
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

function pass(memory: ChainMemory, some: readonly ObservedHeight[], isStateDue: boolean): ProductPass {
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
  return { before, after, batch, change: changeOf(before, after, { batch, stored, now }) }
}

const namesUnknown = ({ keys }: ChainMemory, some: readonly ObservedHeight[]): boolean =>
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

interface TimelineEvent {
  height: number
  operator: string
  kind: string
}

/** What the product's own timeline reports of these states, the first of which it takes as known. */
export function productTimeline(states: readonly ChainState[]): TimelineEvent[] {
  const records: ValidatorRecord[] = []
  const timeline: TimelineEvent[] = []
  for (const [at, state] of states.entries()) {
    const { changed, events } = reconcile({
      known: records,
      state,
      first: at === 0,
      keys: consensusKeys(records, []),
      now: state.time,
      since: states[at - 1]?.time ?? null,
      heightAt: () => null,
    })
    for (const record of changed) records[record.slot] = record
    for (const { slot, kind } of events) {
      const operator = slot === null ? 'the network' : (records[slot]?.operatorAddress ?? `slot ${slot}`)
      timeline.push({ height: state.height, operator, kind })
    }
  }
  return timeline
}

/** What the product calls the state of a network that it reads through this pool; `startedAt` and `now` by the pool's clock. */
export function productState(pool: EndpointPool, startedAt: number, now: number): string {
  const head = pool.head()
  const pace = pool.blockTimeMs()
  return networkState({
    followed: true,
    startedAgeMs: now - startedAt,
    observedAgeMs: head === null ? null : now - head.observedAt,
    syncingAgeMs: null,
    headAgeMs: head === null ? null : head.observedAt - head.time,
    blockSeconds: pace === null ? null : pace / 1000,
  })
}
