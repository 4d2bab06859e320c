import type { ChainState } from '@roundsman/cometbft/domain'
import { eventsBetween, toldAfter } from './events-between.ts'
import { factsOfState } from './facts-of-state.ts'
import type { SigningTuple, ValidatorFacts, ValidatorRecord } from './validator-facts.ts'
import type { Change, WatchEvent } from './watch-event.ts'

export interface Reconciliation {
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
  /** No state of this epoch has been read before: the first values tell nobody. */
  first: boolean
  /** Old consensus addresses of the epoch by which the set may still name an operator. */
  oldKeys: ReadonlyMap<string, string>
  now: number
}

/** Compares a state with what the database knows. Pure: what to store, and what to tell. */
export function reconcile({ known, state, first, oldKeys, now }: ReconcileRequest): Reconciliation {
  const byOperator = new Map(known.map((record) => [record.operatorAddress, record]))
  const byConsensus = new Map(known.map((record) => [record.consensusAddress, record]))
  const changed: ValidatorRecord[] = []
  const events: WatchEvent[] = []
  const signing = new Array<SigningTuple | null>(known.length).fill(null)
  const infos = new Map(state.slashing?.infos.map((info) => [info.consensus, info]))
  const seen = new Set<ValidatorRecord>()
  let nextSlot = known.reduce((most, record) => Math.max(most, record.slot + 1), 0)

  const put = (record: ValidatorRecord, changes: readonly Change[]) => {
    changed.push(record)
    for (const change of changes) events.push({ ...change, slot: record.slot, height: state.height, at: now })
  }
  for (const facts of factsOfState(state, oldKeys)) {
    const before = findRecord(facts, byOperator, byConsensus)
    if (before) seen.add(before)
    const slot = before?.slot ?? nextSlot++
    const info = infos.get(facts.consensusAddress)
    signing[slot] = info ? [info.startHeight, info.indexOffset, info.missedBlocks] : null
    const step = before ? update(before, facts, now) : join(facts, slot, first, now)
    if (step) put(step.record, step.changes)
  }
  for (const record of known) {
    if (seen.has(record) || record.removedAt !== null) continue
    const step = state.staking === null ? leaveSet(record, now) : miss(record, state.height, now)
    if (step) put(step.record, step.changes)
  }
  return { changed, events, signing: [...signing].map((tuple) => tuple ?? null) }
}

interface Step {
  record: ValidatorRecord
  changes: readonly Change[]
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
  const memory = { toldPower: facts.power, toldRank: facts.rank, absentSince: null, removedAt: null }
  const record = { ...facts, ...memory, slot, id: null, changedAt: now }
  return { record, changes: first ? [] : [joined(facts)] }
}

function joined(facts: ValidatorFacts): Change {
  return { kind: 'joined', before: null, after: facts.moniker ?? facts.consensusAddress }
}

function update(before: ValidatorRecord, facts: ValidatorFacts, now: number): Step | null {
  const changes = before.removedAt === null ? eventsBetween(before, facts) : [joined(facts)]
  const record: ValidatorRecord = {
    ...before,
    ...facts,
    ...toldAfter(before, facts, changes),
    absentSince: null,
    removedAt: null,
  }
  return isSame(before, record) ? null : { record: { ...record, changedAt: now }, changes }
}

/** One answer without a validator may be a mistake; the second one, at another height, is believed. */
function miss(before: ValidatorRecord, height: number, now: number): Step | null {
  if (before.absentSince === null) return { record: { ...before, absentSince: height }, changes: [] }
  if (height <= before.absentSince) return null
  const record = { ...before, power: 0n, rank: null, removedAt: now, changedAt: now }
  return { record, changes: [{ kind: 'removed', before: before.moniker, after: null }] }
}

/** Without x/staking, out of the set is all that can be said; the row stays. */
function leaveSet(before: ValidatorRecord, now: number): Step | null {
  return update(before, { ...before, bondStatus: 'BOND_STATUS_UNBONDED', power: 0n }, now)
}

function isSame(a: ValidatorRecord, b: ValidatorRecord): boolean {
  return (Object.keys(a) as (keyof ValidatorRecord)[]).every((key) => a[key] === b[key])
}
