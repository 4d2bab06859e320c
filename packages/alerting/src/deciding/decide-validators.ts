import type { Condition } from '../catalogue/condition.ts'
import { conditions } from '../catalogue/conditions.data.ts'
import {
  decideCommission,
  decideSlashes,
  decideStake,
  ofCommission,
  ofSlashes,
  ofStake,
  contextOf,
} from './changes.ts'
import { decideAll, type OpenDecision, isolated, type DecisionContext } from './decision.ts'
import { evaluateValidator, valueOfValidator } from './evaluate.ts'
import type { Basis, ChainEvent, StateObservation, ValidatorReading } from './observation.ts'
import type { Detail, Target } from './outcome.ts'
import { cleanBlocksAt, cleanRunAfter, missRunAfter, type TargetState, truthOf } from './state.ts'
import type { Instant } from './transition.ts'

/** Votes are decided apart: each proposal by itself. */
const ofValidators = conditions.filter(
  ({ targetType, type }) => targetType === 'VALIDATOR' && type !== 'GOVERNANCE',
)
/** What every block decides. */
const ofBlocks = ofValidators.filter(({ type }) => type === 'UPTIME')
const ofStates = ofValidators.filter(({ comparison, type }) => comparison !== 'CHANGED' && type !== 'UPTIME')
const jailedOnly = ofStates.filter(({ subject }) => subject === 'jailed')

/** Kinds of the timeline that report when, and at which block, a condition turned. */
const eventKinds: Partial<Record<Condition['subject'], readonly string[]>> = {
  tombstoned: ['tombstoned'],
  bonded: ['bonded', 'unbonding', 'unbonded'],
  commission_above: ['commission_changed'],
}

/** What is the same for every validator of an observation. */
export interface Common {
  open: OpenDecision
  instant: Instant
  basis: Basis
  now: number
  /** Of the power, what missed the newest block; null: not known. */
  missedShare: number | null
  signedShare: number | null
}

/**
 * One block more: who missed it, who signed again. `previous`: the height decided before it; undefined where the letters
 * are those of the newest height, looked at again.
 */
export function decideBlock(
  common: Common,
  values: readonly (ValidatorReading | null)[],
  previous?: number | null,
): void {
  for (const reading of values) {
    if (reading === null || reading.id === null) continue
    const context = contextFor(common, reading, reading.id)
    isolated(context, ofBlocks, () => {
      if (previous !== undefined) countBlocks(context, reading, previous)
      const { clean: run, misses } = common.open.target(context.target.key)
      const clean = cleanBlocksAt(run, common.open.head.height)
      const outage = misses?.streak ?? undefined
      decideAll({ ...context, instant: { ...context.instant, outage } }, ofBlocks, (condition, was) =>
        evaluateValidator(condition, { reading, clean }, was),
      )
    })
  }
}

/** A new state, or rows that changed: everything that is not decided by blocks. Who is not named is gone. */
export function decideStates(
  common: Common,
  { values, events }: StateObservation,
  previousAt: number | null,
): void {
  const { open } = common
  const present = new Set<string>()
  for (const reading of values) {
    if (reading === null || reading.id === null) continue
    const { id } = reading
    const context = contextFor(common, reading, id)
    present.add(context.target.key)
    const own = events.length === 0 ? events : events.filter(({ validatorId }) => validatorId === id)
    isolated(context, jailedOnly, () => decideJailings(context, own))
    for (const condition of ofStates) {
      const kinds = eventKinds[condition.subject] ?? []
      const at =
        own.length === 0
          ? context
          : contextOf(
              context,
              own.findLast(({ kind }) => kinds.includes(kind)),
            )
      decideAll(at, [condition], (one, was) => evaluateValidator(one, { reading, clean: 0 }, was))
    }
    decideChanges(context, { reading, events: own, previousAt })
  }
  for (const key of open.keys()) if (key.startsWith('validator:') && !present.has(key)) open.close(key)
}

function decideChanges(
  context: DecisionContext,
  of: { reading: ValidatorReading; events: readonly ChainEvent[]; previousAt: number | null },
): void {
  const { reading, events, previousAt } = of
  isolated(context, ofSlashes, () => decideSlashes(context, events, reading.tokens !== null))
  isolated(context, ofCommission, () => {
    const commission = events.findLast(({ kind }) => kind === 'commission_changed')
    decideCommission(contextOf(context, commission), reading.commissionRate)
  })
  isolated(context, ofStake, () => decideStake(context, reading.tokens?.toString() ?? null, previousAt))
}

/** Jailings of the timeline, with the un-jailings between them, which no state may show. */
function decideJailings(context: DecisionContext, events: readonly ChainEvent[]): void {
  for (const event of events) {
    if (event.kind !== 'jailed' && event.kind !== 'unjailed') continue
    // The first value that is ever seen is that of a state.
    const isKnown = jailedOnly.every(({ id }) => context.open.target(context.target.key).conditions[id])
    if (isKnown) decideAll(contextOf(context, event), jailedOnly, () => truthOf(event.kind === 'jailed'))
  }
}

/** Signed blocks in a row and missed ones, counted only while a condition waits for them. */
function countBlocks(
  { open, target, instant }: DecisionContext,
  reading: ValidatorReading,
  previous: number | null,
): void {
  const before = open.target(target.key)
  const { clean: knownClean, misses: knownMisses, ...rest } = before
  const block = { height: open.head.height ?? 0, previous, at: instant.at }
  const waits = isWaiting(before)
  const clean = waits ? cleanRunAfter(knownClean, reading.letter, block) : undefined
  // A streak that is held back is counted before a condition waits for its end.
  const counted = missRunAfter(knownMisses, reading, block)
  const misses = waits || counted?.streak ? counted : undefined
  if (clean === knownClean && misses === knownMisses) return
  open.put(target.key, { ...rest, ...(clean && { clean }), ...(misses && { misses }) })
}

function isWaiting({ conditions: states }: TargetState): boolean {
  for (const { id } of ofBlocks) if (states[id]?.is === 1) return true
  return false
}

function contextFor(common: Common, reading: ValidatorReading, id: number): DecisionContext {
  const target: Target = { key: `validator:${id}`, type: 'VALIDATOR', id }
  const { open, instant, basis, now } = common
  return { open, target, instant, basis, now, detail: (condition) => detailOf(condition, reading, common) }
}

function detailOf(condition: Condition, reading: ValidatorReading, common: Common): Detail {
  const value = valueOfValidator(condition, reading)
  if (condition.type !== 'UPTIME') return { value }
  const { missedShare, signedShare } = common
  const own = reading.letter === 'm' ? (reading.powerShare ?? 0) : 0
  return {
    value,
    missed_blocks: reading.missedBlocks,
    missed_blocks_exact: reading.missedBlocksExact,
    signed_blocks_window: reading.window,
    consecutive_missed: reading.consecutiveMissed,
    consecutive_missed_exact: reading.consecutiveMissedExact,
    seconds_to_jail: reading.secondsToJail,
    seconds_to_jail_at_most: reading.secondsToJailAtMost,
    missed_power_share: missedShare,
    missed_with_you: missedShare === null ? null : Math.max(0, missedShare - own),
    signed_power_share: signedShare,
  }
}
