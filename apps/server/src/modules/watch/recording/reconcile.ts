import type { ChainState, Source } from '@roundsman/cometbft/domain'
import {
  type ConsensusKeys,
  factsOfState,
  newRecord,
  type SigningTuple,
  type ValidatorFacts,
  type ValidatorRecord,
} from '../model/validator-facts.ts'
import { type Between, eventsBetween, reportedAfter, type Change, type WatchEvent } from './events-between.ts'

interface Reconciliation {
  /** Rows that are new (`id` null) or other than before. */
  changed: ValidatorRecord[]
  events: WatchEvent[]
  /** By slot. */
  signing: (SigningTuple | null)[]
}

export interface ReconcileRequest {
  /** All rows of the epoch, removed ones too. */
  known: readonly ValidatorRecord[]
  state: ChainState
  /** No state of this epoch has been read before: the first values report nothing. */
  first: boolean
  /** Whose key is which, as known before this state: until a rotation takes effect the set names the old one. */
  keys: Pick<ConsensusKeys, 'slotOf'>
  now: number
  /** The chain's own time of the state that `known` is of, Unix ms; null where it is not known. */
  since: number | null
  /** The height of a block by its header time, Unix ms; null: not known. */
  heightAt(time: number): number | null
}

/** Compares a state with what the database knows. Pure: what to store, and what to report. */
export function reconcile(request: ReconcileRequest): Reconciliation {
  const { known, state, first, keys, now } = request
  const downtimeJailMs = state.slashing?.params.downtimeJailMs ?? null
  const between = { from: request.since, to: state.time, downtimeJailMs, heightAt: request.heightAt }
  const byOperator = new Map(known.map((record) => [record.operatorAddress, record]))
  const byConsensus = new Map(known.map((record) => [record.consensusAddress, record]))
  const changed: ValidatorRecord[] = []
  const events: WatchEvent[] = []
  const signing = new Array<SigningTuple | null>(known.length).fill(null)
  const seen = new Set<ValidatorRecord>()
  const named = new Set<string>()
  let nextSlot = known.reduce((most, record) => Math.max(most, record.slot + 1), 0)

  const put = (before: ValidatorRecord | null, step: Step | null) => {
    const record = withSource(before, step, state)
    if (record === null) return
    changed.push(record)
    const source = state.sources.get(record.operatorAddress ?? '') ?? state.source
    const since = sourceOfChange(before, source)
    for (const { when, ...change } of step?.changes ?? []) {
      const found = { slot: record.slot, at: now, ...(when ? source : since) }
      events.push({ ...change, ...found, ...(when ?? { height: state.height, chainAt: state.time }) })
    }
  }
  const operatorOf = (address: string) => known[keys.slotOf(address) ?? -1]?.operatorAddress ?? null
  for (const { facts, info } of factsOfState(state, operatorOf)) {
    const before = findRecord(facts, byOperator, byConsensus)
    if (before) seen.add(before)
    if (facts.operatorAddress !== null) named.add(facts.consensusAddress)
    const slot = before?.slot ?? nextSlot++
    signing[slot] = info ? [info.startHeight, info.indexOffset, info.missedBlocks] : null
    put(before ?? null, before ? update(before, facts, { now, between }) : join(facts, slot, first, now))
  }
  for (const record of known) {
    if (seen.has(record) || record.removedAt !== null) continue
    if (record.operatorAddress === null && named.has(record.consensusAddress))
      put(record, retire(record, now))
    else
      put(
        record,
        state.staking === null ? unbondOutsideSet(record, { now, between }) : miss(record, state.height, now),
      )
  }
  return { changed, events, signing: [...signing].map((tuple) => tuple ?? null) }
}

interface Step {
  record: ValidatorRecord
  changes: readonly Change[]
}

/** The record to store, with how it is known now: as it was, where nothing new was said of it. Null: nothing to store. */
function withSource(
  before: ValidatorRecord | null,
  step: Step | null,
  state: Pick<ChainState, 'source' | 'sources'>,
): ValidatorRecord | null {
  const record = step?.record ?? before
  if (record === null) return null
  const own = state.sources.get(record.operatorAddress ?? '')
  const hasChanged = step !== null && (before === null || step.changes.length > 0)
  const source = own ?? (hasChanged ? state.source : null)
  // That it is not there says nothing of what was said of it.
  if (!hasChanged && record.absentSince !== null) return step?.record ?? null
  // Another host that says the same is not worth a row each time.
  if (source === null || (!hasChanged && source.assurance === record.stateAssurance))
    return step?.record ?? null
  return { ...record, stateAssurance: source.assurance, stateHost: source.host }
}

/**
 * How a change is known that the chain does not date itself. Of what one host alone had said before nobody knows
 * whether the chain has changed since or that host was wrong, however well the value of now is known.
 */
function sourceOfChange(before: ValidatorRecord | null, source: Source): Source {
  if (before === null || before.removedAt !== null || before.stateAssurance !== 'SINGLE') return source
  return { assurance: 'SINGLE', host: before.stateHost ?? source.host }
}

function findRecord(
  facts: ValidatorFacts,
  byOperator: ReadonlyMap<string | null, ValidatorRecord>,
  byConsensus: ReadonlyMap<string, ValidatorRecord>,
): ValidatorRecord | undefined {
  const byKey = byConsensus.get(facts.consensusAddress)
  if (facts.operatorAddress === null) return byKey
  // A row made from letters alone has no operator yet: the first state that names its key gives it one.
  return byOperator.get(facts.operatorAddress) ?? (byKey?.operatorAddress === null ? byKey : undefined)
}

function join(facts: ValidatorFacts, slot: number, first: boolean, now: number): Step {
  const record = newRecord(facts, slot, now)
  return { record, changes: first ? [] : [joined(facts)] }
}

function joined(facts: ValidatorFacts): Change {
  return { kind: 'joined', before: null, after: facts.moniker ?? facts.consensusAddress }
}

interface Comparison {
  now: number
  between: Between
}

function update(before: ValidatorRecord, facts: ValidatorFacts, { now, between }: Comparison): Step | null {
  const changes = before.removedAt === null ? eventsBetween(before, facts, between) : [joined(facts)]
  const record: ValidatorRecord = {
    ...before,
    ...facts,
    ...ownStake(before, facts, now),
    ...reportedAfter(before, facts, changes),
    absentSince: null,
    removedAt: null,
  }
  if (isSame(before, record)) return null
  // That it was read again is no change of it.
  const { selfDelegationAt, selfDelegationAssurance, selfDelegationHost } = record
  const readAgain = { ...before, selfDelegationAt, selfDelegationAssurance, selfDelegationHost }
  const isReadAgain = isSame(readAgain, record)
  return { record: isReadAgain ? record : { ...record, changedAt: now }, changes }
}

/** As this read has it, with how it is known; as it was where this read has none. */
function ownStake(before: ValidatorRecord, facts: ValidatorFacts, now: number) {
  const { selfDelegation, selfDelegationAssurance, selfDelegationHost } =
    facts.selfDelegation === null ? before : facts
  const selfDelegationAt = facts.selfDelegation === null ? before.selfDelegationAt : now
  return { selfDelegation, selfDelegationAssurance, selfDelegationHost, selfDelegationAt }
}

/** One answer without a validator may be a mistake; the second one, at another height, is believed. */
function miss(before: ValidatorRecord, height: number, now: number): Step | null {
  if (before.absentSince === null) return { record: { ...before, absentSince: height }, changes: [] }
  if (height <= before.absentSince) return null
  const record = { ...before, power: 0n, rank: null, removedAt: now, changedAt: now }
  return { record, changes: [{ kind: 'removed', before: before.moniker, after: null }] }
}

/**
 * A row made from letters alone, since no state could be read when a key was rotated, and now one names whose key it is:
 * nobody has left.
 */
function retire(before: ValidatorRecord, now: number): Step {
  return { record: { ...before, power: 0n, rank: null, removedAt: now, changedAt: now }, changes: [] }
}

/** Without x/staking, out of the set is all that can be said; the row stays. */
function unbondOutsideSet(before: ValidatorRecord, comparison: Comparison): Step | null {
  const gone = { ...before, selfDelegation: null, bondStatus: 'BOND_STATUS_UNBONDED', power: 0n } as const
  return update(before, gone, comparison)
}

function isSame(a: ValidatorRecord, b: ValidatorRecord): boolean {
  return (Object.keys(a) as (keyof ValidatorRecord)[]).every((key) => a[key] === b[key])
}
