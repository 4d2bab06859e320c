import type { Assurance, BlockLetter, BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import type { PoolHead } from '@roundsman/cometbft/endpoint-pool'
import { isSamePlan } from '@roundsman/cometbft/plan-reader'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import { type ChainModel, type LetterBlock, modelAfter, type StoredSigning } from '../model/chain-model.ts'
import { keptHeights, packLetters } from '../model/letter-ring.ts'
import {
  type ConsensusKeys,
  consensusKeys,
  memberFacts,
  newRecord,
  type OldKey,
  type ValidatorRecord,
} from '../model/validator-facts.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import type { WatchEvent } from './events-between.ts'
import { outagesAfter } from './outages.ts'
import { reconcile } from './reconcile.ts'

/** Columns of the network that a batch may set; the rest belongs to the store. */
export type NetworkPatch = Partial<
  Omit<NetworkRow, 'networkId' | 'epoch' | 'chainId' | 'seq' | 'startedAt' | 'trusted'>
>

/** A block as it is stored: with who reported it. */
interface KeptBlock extends LetterBlock {
  host: string | null
}

/** Everything that one transaction makes known of a network. */
export interface Batch {
  networkId: number
  epoch: number
  /** The database's clock, Unix ms. */
  now: number
  /** An endpoint in step answered. */
  observed: boolean
  network: NetworkPatch
  gap: { from: number; to: number } | null
  /** The state that was read: its height and its header time, Unix ms. */
  state: { height: number; at: number } | null
  blocks: readonly KeptBlock[]
  validators: readonly ValidatorRecord[]
  events: readonly WatchEvent[]
  signing: StoredSigning | null
  /** The block that proofs go on from, where it has moved; null: as before. */
  trusted: Trusted | null
  /** Its set is another one than is stored. */
  isNewSet: boolean
  /** Rows of blocks up to this height are old; null: none can be. */
  oldUpTo: number | null
}

/** A batch that says something about reaching a chain, and nothing about the chain. */
export function noteOf(
  row: Pick<NetworkRow, 'networkId' | 'epoch'>,
  network: NetworkPatch,
  now: number,
): Batch {
  return {
    networkId: row.networkId,
    epoch: row.epoch,
    now,
    observed: false,
    network,
    gap: null,
    state: null,
    blocks: [],
    validators: [],
    events: [],
    signing: null,
    trusted: null,
    isNewSet: false,
    oldUpTo: null,
  }
}

/** Old letters are deleted once in so many heights, not with every block. */
const pruneEvery = 250

interface Observed {
  /** `observedAt` by the database's clock, Unix ms. */
  head: PoolHead
  blocks: readonly BlockObservation[]
  gap: { from: number; to: number } | null
  /** How the newest height is known; null: nothing new. */
  assurance: Assurance | null
  /** How old the newest block is, ms. */
  headAgeMs: number
  state: ChainState | null
  /** The newest block that proofs may begin at, as the walk gave it. */
  trusted: Trusted | null
  /** The database's clock, Unix ms. */
  now: number
}

/** Everything that one pass observed, as one batch. Pure; `memory` is not changed. */
export function batchOf(memory: ChainMemory, observed: Observed): Batch {
  const { state, now, blocks } = observed
  const { records, row } = memory
  const first = row.stateHeight === null
  const found = state
    ? reconcile({
        known: records,
        state,
        first,
        keys: memory.keys,
        now,
        since: row.stateTime,
        heightAt: (time) =>
          blocks.find((block) => block.time === time)?.height ?? memory.model.ring.heightAt(time),
      })
    : { changed: [], events: [], signing: [] }
  const named = [...records]
  for (const record of found.changed) named[record.slot] = record
  const unknown = unknownIn(
    blocks,
    consensusKeys(named, [...memory.keys.old, ...keysOf(records)]),
    named.length,
    now,
  )
  const { slotOf } = consensusKeys([...named, ...unknown], [...memory.keys.old, ...keysOf(records)])
  const kept = blocks.map((block) => keep(block, slotOf))
  const underWay = row.outages ?? []
  const outages = outagesAfter(underWay, kept, memory.model.ring, now)
  return {
    networkId: row.networkId,
    epoch: row.epoch,
    now,
    observed: true,
    network: {
      ...headPatch(observed),
      ...(state ? statePatch(state, row, now) : {}),
      // With most blocks nothing of an outage changes, and nothing is written.
      ...(outages.open === underWay ? {} : { outages: outages.open.length === 0 ? null : outages.open }),
    },
    gap: observed.gap,
    state: state ? { height: state.height, at: state.time } : null,
    blocks: kept,
    validators: [...found.changed, ...unknown],
    events: [
      ...gapEvents(observed),
      ...outages.ended.map((event) => ({ ...event, validatorId: records[event.slot ?? -1]?.id ?? null })),
      ...found.events,
    ],
    signing: state?.slashing ? { stateHeight: state.height, infos: found.signing } : null,
    ...trustedIn(observed.trusted, memory.trusted),
    oldUpTo: oldUpTo(memory.model.ring.first(), blocks),
  }
}

function trustedIn(next: Trusted | null, stored: Trusted | null): Pick<Batch, 'trusted' | 'isNewSet'> {
  if (next === null || next.hash === stored?.hash) return { trusted: null, isNewSet: false }
  return { trusted: next, isNewSet: next.nextValidatorsHash !== stored?.nextValidatorsHash }
}

/** The keys of today, which a state of this batch may have made old ones. */
function keysOf(records: readonly ValidatorRecord[]) {
  return records.map(({ consensusAddress, slot }) => ({ address: consensusAddress, slot }))
}

/** Up to which height letters are too old to keep; null with most batches, and while none is so old. */
function oldUpTo(first: number | null, blocks: readonly BlockObservation[]): number | null {
  const newest = blocks.at(-1)?.height
  const oldest = blocks[0]?.height
  if (newest === undefined || oldest === undefined || first === null) return null
  if (Math.floor(newest / pruneEvery) === Math.floor((oldest - 1) / pruneEvery)) return null
  // A process that has just begun knows of no older ones than are kept, though up to as many are there.
  return first <= newest - keptHeights + pruneEvery ? newest - keptHeights : null
}

/** Rows for addresses that no state has named yet, so that not one letter is lost. */
function unknownIn(
  blocks: readonly BlockObservation[],
  { slotOf }: ConsensusKeys,
  firstSlot: number,
  now: number,
): ValidatorRecord[] {
  const found: ValidatorRecord[] = []
  const addresses = new Set(blocks.flatMap((block) => [...block.letters.keys()]))
  for (const address of addresses) {
    if (slotOf(address) !== null) continue
    const slot = firstSlot + found.length
    const facts = memberFacts({ address, power: 0n }, undefined)
    found.push(newRecord(facts, slot, now))
  }
  return found
}

function keep(block: BlockObservation, slotOf: ConsensusKeys['slotOf']): KeptBlock {
  const letters = new Map<number, BlockLetter>()
  for (const [address, letter] of block.letters) {
    const slot = slotOf(address)
    if (slot !== null) letters.set(slot, letter)
  }
  const { height, time, signedPower, totalPower, assurance, host } = block
  return { height, at: time, letters: packLetters(letters), signedPower, totalPower, assurance, host }
}

function headPatch({ head, headAgeMs, assurance, blocks, gap }: Observed): NetworkPatch {
  const newest = blocks.at(-1)
  const patch: NetworkPatch = {
    observedAt: head.observedAt,
    source: head.host,
    headHeight: head.height,
    headAt: head.time,
    headAgeMs,
    refusedChainId: null,
    refusedKind: null,
    refusedReason: null,
    refusedAt: null,
    ...(assurance === null ? {} : { assurance }),
  }
  if (newest) return { ...patch, height: newest.height, blockHash: newest.hash }
  return gap ? { ...patch, height: gap.to, blockHash: null } : patch
}

function statePatch(state: ChainState, row: NetworkRow, now: number): NetworkPatch {
  const bonded = state.staking?.validators.filter(({ status }) => status === 'BOND_STATUS_BONDED')
  return {
    stateHeight: state.height,
    stateAt: now,
    stateTime: state.time,
    hasStaking: state.staking !== null,
    hasSlashing: state.slashing !== null,
    signedBlocksWindow: state.slashing?.params.signedBlocksWindow ?? null,
    minSignedPerWindow: state.slashing?.params.minSignedPerWindow ?? null,
    slashDowntime: state.slashing?.params.slashDowntime ?? null,
    // What the pool holds is reported by one host alone, and is the same sum.
    bondedTokens: bonded?.reduce((sum, { tokens }) => sum + tokens, 0n) ?? null,
    bondedValidators: bonded?.length ?? state.set.length,
    maxValidators: state.staking?.maxValidators ?? null,
    stateAssurance: state.source.assurance,
    stateHost: state.source.host,
    unbondingMs: state.staking?.unbondingMs ?? null,
    ...upgradePatch(state, row, now),
  }
}

/** A plan keeps the time at which it was first seen; where none was to be taken, what is known stays. */
function upgradePatch({ upgrade }: ChainState, row: NetworkRow, now: number): NetworkPatch {
  if (upgrade === null) return {}
  const { plan, source } = upgrade
  const known = row.upgradeHeight === null ? null : { name: row.upgradeName ?? '', height: row.upgradeHeight }
  const basis = { upgradeAssurance: source.assurance, upgradeHost: source.host }
  if (isSamePlan(plan, known)) {
    // One that a host has proven or two have said is no less known when nobody else answers.
    const isLess = source.assurance === 'SINGLE' && row.upgradeAssurance !== null
    return isLess ? {} : basis
  }
  return {
    ...basis,
    upgradeName: plan?.name ?? null,
    upgradeHeight: plan?.height ?? null,
    upgradeSeenAt: plan === null ? null : now,
  }
}

function gapEvents({ gap, now }: Observed): WatchEvent[] {
  if (gap === null) return []
  return [
    {
      slot: null,
      height: gap.from,
      at: now,
      kind: 'gap',
      before: String(gap.from),
      after: String(gap.to),
      chainAt: null,
      assurance: null,
      host: null,
    },
  ]
}

/**
 * What the follower of one network keeps between passes. Only what the database says: it is thrown away and read
 * again whenever a commit did not succeed.
 */
export interface ChainMemory {
  model: ChainModel
  /** Whose key is which, rotated ones included. */
  keys: ConsensusKeys & { old: readonly OldKey[] }
  readonly row: NetworkRow
  /** By slot. */
  readonly records: readonly ValidatorRecord[]
  /** Where proofs go on, as it is stored. */
  trusted: Trusted | null
  /** When a state was last asked for, monotonic ms, and how many tries failed in a row. */
  stateTriedAt: number | null
  stateFailures: number
  /** When something was last committed, monotonic ms. */
  committedAt: number
}

export function createChainMemory(stored: {
  model: ChainModel
  oldKeys: readonly OldKey[]
  trusted: Trusted | null
  monotonic: number
}): ChainMemory {
  const memory = {
    model: stored.model,
    keys: consensusKeys(stored.model.records, stored.oldKeys),
    get row() {
      return memory.model.row
    },
    get records() {
      return memory.model.records
    },
    trusted: stored.trusted,
    stateTriedAt: null,
    stateFailures: 0,
    committedAt: stored.monotonic,
  }
  return memory
}

/** Takes in what was committed, and the model after it. */
export function remember(memory: ChainMemory, { trusted }: Batch, model: ChainModel): void {
  memory.trusted = trusted ?? memory.trusted
  const rotated = memory.records.flatMap(({ consensusAddress, slot }) =>
    model.records[slot]?.consensusAddress === consensusAddress ? [] : [{ address: consensusAddress, slot }],
  )
  if (model.records !== memory.records || rotated.length > 0)
    memory.keys = consensusKeys(model.records, [...memory.keys.old, ...rotated])
  memory.model = model
}

/** The same with another row of the network; of another epoch nothing else is known. */
export function inEpoch(memory: ChainMemory, row: NetworkRow): void {
  memory.model = modelAfter(memory.model, { row, records: [], blocks: [], signing: null })
  memory.keys = consensusKeys([], [])
  memory.trusted = null
}
