import { settingId } from '@roundsman/contract/alerts/alerts'
import type { Condition, Trigger } from '../catalogue/condition.ts'
import type { Basis } from './observation.ts'
import { type Detail, type Outcome, outcomeKey, type Target } from './outcome.ts'
import {
  type AlertingState,
  type ConditionState,
  type Head,
  missedBlocksAt,
  type TargetKey,
  type TargetState,
  type Truth,
} from './state.ts'
import { type Instant, transition, type Report, type TransitionKind, unknownSince } from './transition.ts'

/** What an observation leads to. */
export interface Decision {
  state: AlertingState
  /** In the order in which they were decided. */
  outcomes: readonly Outcome[]
  /** Targets whose state is new or other than before; the head always is. */
  touched: readonly TargetKey[]
  /** Targets that are gone: their conditions are closed, and nobody is notified. */
  closed: readonly TargetKey[]
  /** What could not be decided, since a rule is broken: UNKNOWN, with all that was before it. */
  failures: readonly RuleFailure[]
}

/** A rule that threw. */
export interface RuleFailure {
  target: TargetKey
  conditionId: number
  error: unknown
}

/** A decision in the making. The state that it comes from is not changed. */
export interface OpenDecision {
  head: Head
  target(key: TargetKey): TargetState
  put(key: TargetKey, target: TargetState): void
  close(key: TargetKey): void
  keys(): readonly TargetKey[]
  report(outcome: Outcome): void
  fail(failure: RuleFailure): void
  /** As a target is now, and what was reported until now; gives how to come back to it. */
  mark(key: TargetKey): () => void
  /** How many outcomes there are, and how to have no more than so many. */
  reported(): number
  takeBack(count: number): void
  done(): Decision
}

const nothing: TargetState = { conditions: {} }

export function openDecision(state: AlertingState, head: Head): OpenDecision {
  let targets: Record<TargetKey, TargetState> | null = null
  const outcomes: Outcome[] = []
  const touched = new Set<TargetKey>()
  const closed = new Set<TargetKey>()
  const failures: RuleFailure[] = []
  const open: OpenDecision = {
    head,
    target: (key) => (targets ?? state.targets)[key] ?? nothing,
    put(key, target) {
      if (open.target(key) === target) return
      targets ??= { ...state.targets }
      targets[key] = target
      touched.add(key)
    },
    close(key) {
      const { [key]: _gone, ...others } = targets ?? state.targets
      targets = others
      closed.add(key)
    },
    keys: () => Object.keys(targets ?? state.targets),
    report: (outcome) => void outcomes.push(outcome),
    fail: (failure) => void failures.push(failure),
    mark(key) {
      const [before, wasTouched, reported] = [
        (targets ?? state.targets)[key],
        touched.has(key),
        outcomes.length,
      ]
      return () => {
        const { [key]: _half, ...others } = targets ?? state.targets
        targets = before === undefined ? others : { ...others, [key]: before }
        if (!wasTouched) touched.delete(key)
        outcomes.length = reported
      }
    },
    reported: () => outcomes.length,
    takeBack(count) {
      outcomes.length = count
    },
    done: () => ({
      state: { head: open.head, targets: targets ?? state.targets },
      outcomes,
      touched: [...touched],
      closed: [...closed],
      failures,
    }),
  }
  return open
}

/** Where and when something is decided, and how it is known. */
export interface DecisionContext {
  open: OpenDecision
  target: Target
  instant: Instant
  basis: Basis
  /** By the database's clock, Unix ms. */
  now: number
  detail(condition: Condition): Detail
}

/** Decides conditions of a target, each by its own reading. */
export function decideAll(
  context: DecisionContext,
  conditions: readonly Condition[],
  read: (condition: Condition, was: boolean) => Truth,
): void {
  const { open, target } = context
  const before = open.target(target.key)
  let after: Record<number, ConditionState> | null = null
  for (const condition of conditions) {
    const known = before.conditions[condition.id]
    const next = decideOne(context, condition, { known, read })
    if (next === known || next === undefined) continue
    after ??= { ...before.conditions }
    after[condition.id] = next
  }
  if (after !== null) open.put(target.key, { ...open.target(target.key), conditions: after })
}

/** One condition. Of a rule that throws nothing is left but that it is UNKNOWN; the others go on. */
function decideOne(
  context: DecisionContext,
  condition: Condition,
  { known, read }: { known: ConditionState | undefined; read: (condition: Condition, was: boolean) => Truth },
): ConditionState | undefined {
  const { open, target, instant } = context
  const reported = open.reported()
  try {
    const truth = read(condition, known?.is === 1)
    return isUnchanged(known, truth)
      ? known
      : transition(known, truth, { condition, instant, report: reporterOf(context, condition) })
  } catch (error) {
    open.takeBack(reported)
    open.fail({ target: target.key, conditionId: condition.id, error })
    return unknownSince(known, instant.at)
  }
}

/** Nearly always: as it was, with nothing pending. */
function isUnchanged(known: ConditionState | undefined, truth: Truth): boolean {
  if (known === undefined) return truth === 'UNKNOWN'
  if (truth === 'UNKNOWN') return known.unknown !== undefined
  return (
    truth === (known.is === 1 ? 'TRUE' : 'FALSE') &&
    known.unknown === undefined &&
    known.pending === undefined &&
    known.unconfirmed === undefined
  )
}

/** Puts the new state of one condition. */
export function putCondition(
  { open, target }: DecisionContext,
  id: number,
  after: ConditionState | undefined,
): void {
  const before = open.target(target.key)
  if (after === undefined || before.conditions[id] === after) return
  open.put(target.key, { ...before, conditions: { ...before.conditions, [id]: after } })
}

/** Turns the transition of a condition into outcomes. */
export function reporterOf(context: DecisionContext, condition: Condition): Report {
  return (kind, after) =>
    reportTransition(context, condition, { kind, after, detail: context.detail(condition) })
}

const triggerOf: Record<TransitionKind | 'CHANGED', Trigger | null> = {
  BEGAN: 'FALSE_TO_TRUE',
  HELD: 'FALSE_TO_TRUE',
  CHANGED: 'FALSE_TO_TRUE',
  ENDED: 'TRUE_TO_FALSE',
  // That of what is confirmed.
  CONFIRMED: null,
}

export function reportTransition(
  { open, target, instant, basis, now }: DecisionContext,
  condition: Condition,
  { kind, after, detail }: { kind: TransitionKind | 'CHANGED'; after: ConditionState; detail: Detail },
): { key: string; isSingle: boolean } {
  const trigger = triggerOf[kind] ?? (after.unconfirmed?.isEnd === true ? 'TRUE_TO_FALSE' : 'FALSE_TO_TRUE')
  const { epoch } = open.head
  const reported = (after.reported ?? 0) + (kind === 'HELD' ? 1 : 0)
  const name = outcomeKey(
    { epoch, target, condition },
    { trigger, reported, height: instant.height, step: open.head.step },
  )
  const key = kind === 'HELD' ? `${name}/held` : name
  const isSingle = basis.assurance === null || basis.assurance === 'SINGLE'
  const flaps = trigger === 'FALSE_TO_TRUE' && after.flaps && after.flaps.count > 1 ? after.flaps : null
  const severity = condition.severity[trigger]
  const was = kind === 'ENDED' ? open.target(target.key).conditions[condition.id] : undefined
  open.report({
    kind,
    key: kind === 'CONFIRMED' ? (after.unconfirmed?.key ?? key) : key,
    target,
    conditionId: condition.id,
    trigger,
    settingId: severity === null ? null : settingId(condition.id, trigger),
    severity: severity ?? 'INFO',
    height: instant.height,
    at: instant.at,
    since: kind === 'HELD' ? (after.pending?.at ?? instant.at) : after.since,
    ...(was && { knownSince: was.outage?.at ?? was.since }),
    evidence: {
      ...basis,
      observed_at: now,
      threshold: condition.threshold,
      ...detail,
      ...(flaps && { flaps: { count: flaps.count, since: flaps.from } }),
      ...(kind === 'BEGAN' && after.held && { held_back: after.held }),
      ...(kind === 'BEGAN' && beganBefore(after, condition)),
      ...(kind === 'ENDED' && endedOf(open.target(target.key), condition.id, open.head.height)),
    },
    phone: kind !== 'CONFIRMED' && isSingle ? 'AFTER_CONFIRMED' : 'NOW',
  })
  return { key, isSingle }
}

/** Of missed blocks since the first of the streak, of a bridge since it stands (D321); of what had to hold since it is so (E174). */
function beganBefore(
  { outage, since }: ConditionState,
  { holdSeconds, subject, threshold }: Condition,
): Pick<Detail, 'began_at' | 'began_earlier'> {
  if (outage && subject === 'stalled') return { began_at: outage.at - (threshold ?? 0) * 1000 }
  if (outage) return { began_at: outage.at, ...(outage.isEarlier && { began_earlier: true }) }
  return holdSeconds > 0 ? { began_at: since } : {}
}

/** What an end ends: since when it was so, and of missed blocks how many they were and when it signed again. */
function endedOf(
  { conditions, misses, clean }: TargetState,
  id: number,
  height: number | null,
): Pick<Detail, 'began_at' | 'ended_at' | 'missed_since'> {
  const was = conditions[id]
  if (was === undefined) return {}
  const { outage } = was
  // From one's own first look nobody knows how long it was (E217).
  if (was.wasFirstSeen || outage?.isEarlier) return {}
  if (outage === undefined || misses === undefined) return { began_at: outage?.at ?? was.since }
  return {
    began_at: outage.at,
    missed_since: missedBlocksAt(misses, height) - outage.before,
    ...(clean?.at !== undefined && { ended_at: clean.at }),
  }
}

/**
 * Decides some conditions of a target so that a broken rule stops nobody else: where it throws, nothing of it is left
 * but that these conditions are UNKNOWN.
 */
export function isolated(
  context: DecisionContext,
  conditions: readonly Condition[],
  decide: () => void,
): void {
  const { open, target, instant } = context
  const undo = open.mark(target.key)
  try {
    decide()
  } catch (error) {
    undo()
    for (const { id } of conditions) {
      open.fail({ target: target.key, conditionId: id, error })
      putCondition(context, id, unknownSince(open.target(target.key).conditions[id], instant.at))
    }
  }
}
