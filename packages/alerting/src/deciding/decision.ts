import { settingId } from '@roundsman/contract/alerts'
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
import { type Instant, settle, type Tell, type Turn, unknownSince } from './transition.ts'

/** What an observation leads to. */
export interface Decision {
  state: AlertingState
  /** In the order in which they were decided. */
  outcomes: readonly Outcome[]
  /** Targets whose state is new or other than before; the head always is. */
  touched: readonly TargetKey[]
  /** Targets that are gone: their conditions are closed, and nobody is told. */
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
export interface Draft {
  head: Head
  target(key: TargetKey): TargetState
  put(key: TargetKey, target: TargetState): void
  close(key: TargetKey): void
  keys(): readonly TargetKey[]
  tell(outcome: Outcome): void
  fail(failure: RuleFailure): void
  /** As a target is now, and what was told until now; gives how to come back to it. */
  mark(key: TargetKey): () => void
  /** How many outcomes there are, and how to have no more than so many. */
  told(): number
  takeBack(told: number): void
  done(): Decision
}

const nothing: TargetState = { conditions: {} }

export function draftOf(state: AlertingState, head: Head): Draft {
  let targets: Record<TargetKey, TargetState> | null = null
  const outcomes: Outcome[] = []
  const touched = new Set<TargetKey>()
  const closed = new Set<TargetKey>()
  const failures: RuleFailure[] = []
  const draft: Draft = {
    head,
    target: (key) => (targets ?? state.targets)[key] ?? nothing,
    put(key, target) {
      if (draft.target(key) === target) return
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
    tell: (outcome) => void outcomes.push(outcome),
    fail: (failure) => void failures.push(failure),
    mark(key) {
      const [before, wasTouched, told] = [(targets ?? state.targets)[key], touched.has(key), outcomes.length]
      return () => {
        const { [key]: _half, ...others } = targets ?? state.targets
        targets = before === undefined ? others : { ...others, [key]: before }
        if (!wasTouched) touched.delete(key)
        outcomes.length = told
      }
    },
    told: () => outcomes.length,
    takeBack(told) {
      outcomes.length = told
    },
    done: () => ({
      state: { head: draft.head, targets: targets ?? state.targets },
      outcomes,
      touched: [...touched],
      closed: [...closed],
      failures,
    }),
  }
  return draft
}

/** Where and when something is decided, and how it is known. */
export interface Scene {
  draft: Draft
  target: Target
  instant: Instant
  basis: Basis
  /** By the database's clock, Unix ms. */
  now: number
  detail(condition: Condition): Detail
}

/** Decides conditions of a target, each by its own reading. */
export function decideAll(
  scene: Scene,
  conditions: readonly Condition[],
  read: (condition: Condition, was: boolean) => Truth,
): void {
  const { draft, target } = scene
  const before = draft.target(target.key)
  let after: Record<number, ConditionState> | null = null
  for (const condition of conditions) {
    const known = before.conditions[condition.id]
    const next = decideOne(scene, condition, { known, read })
    if (next === known || next === undefined) continue
    after ??= { ...before.conditions }
    after[condition.id] = next
  }
  if (after !== null) draft.put(target.key, { ...draft.target(target.key), conditions: after })
}

/** One condition. Of a rule that throws nothing is left but that it is UNKNOWN; the others go on. */
function decideOne(
  scene: Scene,
  condition: Condition,
  { known, read }: { known: ConditionState | undefined; read: (condition: Condition, was: boolean) => Truth },
): ConditionState | undefined {
  const { draft, target, instant } = scene
  const told = draft.told()
  try {
    const truth = read(condition, known?.is === 1)
    return isNoNews(known, truth)
      ? known
      : settle(known, truth, { condition, instant, tell: teller(scene, condition) })
  } catch (error) {
    draft.takeBack(told)
    draft.fail({ target: target.key, conditionId: condition.id, error })
    return unknownSince(known, instant.at)
  }
}

/** Nearly always: as it was, with nothing pending. */
function isNoNews(known: ConditionState | undefined, truth: Truth): boolean {
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
export function putCondition({ draft, target }: Scene, id: number, after: ConditionState | undefined): void {
  const before = draft.target(target.key)
  if (after === undefined || before.conditions[id] === after) return
  draft.put(target.key, { ...before, conditions: { ...before.conditions, [id]: after } })
}

/** Turns what is settled of a condition into outcomes. */
export function teller(scene: Scene, condition: Condition): Tell {
  return (turn, after) => tellTurn(scene, condition, { turn, after, detail: scene.detail(condition) })
}

const triggerOf: Record<Turn | 'CHANGED', Trigger | null> = {
  BEGAN: 'FALSE_TO_TRUE',
  HELD: 'FALSE_TO_TRUE',
  CHANGED: 'FALSE_TO_TRUE',
  ENDED: 'TRUE_TO_FALSE',
  // That of what is confirmed.
  CONFIRMED: null,
}

export function tellTurn(
  { draft, target, instant, basis, now }: Scene,
  condition: Condition,
  { turn, after, detail }: { turn: Turn | 'CHANGED'; after: ConditionState; detail: Detail },
): { key: string; isSingle: boolean } {
  const trigger = triggerOf[turn] ?? (after.unconfirmed?.isEnd === true ? 'TRUE_TO_FALSE' : 'FALSE_TO_TRUE')
  const { epoch } = draft.head
  const told = turn === 'HELD' ? (after.told ?? 0) + 1 : (after.told ?? 0)
  const name = outcomeKey(
    { epoch, target, condition },
    { trigger, told, height: instant.height, step: draft.head.step },
  )
  const key = turn === 'HELD' ? `${name}/held` : name
  const isSingle = basis.assurance === null || basis.assurance === 'SINGLE'
  const flaps = trigger === 'FALSE_TO_TRUE' && after.flaps && after.flaps.count > 1 ? after.flaps : null
  const severity = condition.severity[trigger]
  draft.tell({
    kind: turn,
    key: turn === 'CONFIRMED' ? (after.unconfirmed?.key ?? key) : key,
    target,
    conditionId: condition.id,
    trigger,
    settingId: severity === null ? null : settingId(condition.id, trigger),
    severity: severity ?? 'INFO',
    height: instant.height,
    at: instant.at,
    since: turn === 'HELD' ? (after.pending?.at ?? instant.at) : after.since,
    evidence: {
      ...basis,
      observed_at: now,
      threshold: condition.threshold,
      ...detail,
      ...(flaps && { flaps: { count: flaps.count, since: flaps.from } }),
      ...(turn === 'BEGAN' && after.held && { held_back: after.held }),
      ...(turn === 'BEGAN' && after.outage && { began_at: after.outage.at }),
      ...(turn === 'ENDED' && endedOf(draft.target(target.key), condition.id, draft.head.height)),
    },
    phone: turn !== 'CONFIRMED' && isSingle ? 'AFTER_CONFIRMED' : 'NOW',
  })
  return { key, isSingle }
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
  if (outage === undefined || misses === undefined) return { began_at: was.since }
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
export function isolated(scene: Scene, conditions: readonly Condition[], decide: () => void): void {
  const { draft, target, instant } = scene
  const undo = draft.mark(target.key)
  try {
    decide()
  } catch (error) {
    undo()
    for (const { id } of conditions) {
      draft.fail({ target: target.key, conditionId: id, error })
      putCondition(scene, id, unknownSince(draft.target(target.key).conditions[id], instant.at))
    }
  }
}
