import type { Condition } from '../catalogue/condition.ts'
import type { ConditionState, Flaps, Pending, TroubleReason, Truth } from './state.ts'

/** Two beginnings that are further apart do not flap. */
const flapMs = 3_600_000

/** When something is decided. */
export interface Instant {
  /** To be shown, Unix ms. */
  at: number
  /** The chain's own time, Unix ms, which holds and flaps are measured by. */
  chainAt: number
  height: number | null
  /** Number of the step; that of the one before where it is a repetition. */
  step: number
  /** What holds conditions about misses back. */
  trouble: TroubleReason | null
  /** Of a validator that is missing blocks: since when, and how many were counted before. */
  outage?: ConditionState['outage'] | undefined
}

export type TransitionKind = 'BEGAN' | 'ENDED' | 'HELD' | 'CONFIRMED'

/** Gives a name to what is reported, and records it; the name of what waits for confirmation is kept. */
export type Report = (kind: TransitionKind, after: ConditionState) => { key: string; isSingle: boolean }

/**
 * One condition, one reading more. The first one sets the state and reports nothing; UNKNOWN changes nothing but how it
 * is shown; everything else must hold for as long as the condition says. Gives the same object where nothing changed.
 */
export function transition(
  before: ConditionState | undefined,
  truth: Truth,
  { condition, instant, report }: { condition: Condition; instant: Instant; report: Report },
): ConditionState | undefined {
  if (truth === 'UNKNOWN') return unknownSince(before, instant.at)
  const is = truth === 'TRUE' ? 1 : 0
  if (before === undefined) return { is, since: instant.at, ...(is === 1 && { wasFirstSeen: true as const }) }
  const known = before.unknown === undefined ? before : without(before, 'unknown')
  if (is === known.is) return confirmed(withoutPending(known), instant, report)
  const pending: Pending = known.pending ?? {
    at: instant.at,
    chainAt: instant.chainAt,
    height: instant.height,
  }
  const waiting = known.pending === undefined ? { ...known, pending } : known
  if (instant.chainAt - pending.chainAt < condition.holdSeconds * 1000) return waiting
  if (is === 1 && condition.heldBack && instant.trouble !== null) {
    if (waiting.held !== undefined) return waiting
    const held = { ...waiting, held: instant.trouble, flaps: flapsAfter(waiting.flaps, pending.chainAt) }
    report('HELD', held)
    return held
  }
  return turned(waiting, { is, pending, instant, report })
}

function turned(
  waiting: ConditionState,
  { is, pending, instant, report }: { is: 0 | 1; pending: Pending; instant: Instant; report: Report },
): ConditionState {
  const reported = (waiting.reported ?? 0) + is
  // What is back before it has held for long enough did not begin, and what was held back has been counted.
  const isCounted = is === 0 || waiting.held !== undefined
  const flaps = isCounted ? waiting.flaps : flapsAfter(waiting.flaps, pending.chainAt)
  const after: ConditionState = {
    is,
    since: pending.at,
    ...(flaps && { flaps }),
    ...(reported > 0 && { reported }),
    ...(is === 1 && instant.outage && { outage: instant.outage }),
  }
  const heldBefore = waiting.held === undefined ? after : { ...after, held: waiting.held }
  const { key, isSingle } = report(is === 1 ? 'BEGAN' : 'ENDED', heldBefore)
  return isSingle ? { ...after, unconfirmed: { key, step: instant.step, isEnd: is === 0 } } : after
}

/** What rested on one source is so in one observation more. */
function confirmed(known: ConditionState, instant: Instant, report: Report): ConditionState {
  if (known.unconfirmed === undefined || instant.step <= known.unconfirmed.step) return known
  report('CONFIRMED', known)
  return without(known, 'unconfirmed')
}

/** It is UNKNOWN from now on, unless it was already, or was never known. */
export function unknownSince(before: ConditionState | undefined, at: number): ConditionState | undefined {
  return before === undefined || before.unknown !== undefined ? before : { ...before, unknown: at }
}

function withoutPending(known: ConditionState): ConditionState {
  if (known.pending === undefined) return known
  const { pending: _pending, held: _held, ...rest } = known
  return rest
}

function flapsAfter(before: Flaps | undefined, at: number): Flaps {
  return before === undefined || at - before.last > flapMs
    ? { count: 1, from: at, last: at }
    : { count: before.count + 1, from: before.from, last: at }
}

function without(state: ConditionState, key: 'unknown' | 'unconfirmed'): ConditionState {
  const { [key]: _left, ...rest } = state
  return rest
}
