import type { ValidatorReading } from './observation.ts'

/** Why conditions about missed blocks are held back. */
export type TroubleReason = 'NETWORK_HALTED' | 'MASS_MISS' | 'UPGRADE'

/** The network itself is in trouble; over after `calmBlocks` ordinary blocks in a row. */
export interface Trouble {
  reason: TroubleReason
  /** The chain's time and height of its beginning. */
  since: number
  height: number | null
  calm: number
}

/** A value that is on the other side, and has not held for long enough, or is held back. */
export interface Pending {
  /** When it began: to be shown. */
  at: number
  /** The chain's time then: what its hold is measured from. */
  chainAt: number
  height: number | null
}

/** How often it began: a row of beginnings with less than an hour between any two. */
export interface Flaps {
  count: number
  from: number
  last: number
}

/** One condition of one target. Left out: nothing was ever known of it. */
export interface ConditionState {
  /** 1 TRUE, 0 FALSE: what was reported, or first seen. */
  is: 0 | 1
  /** Since when, Unix ms. */
  since: number
  /** It was so when it was first looked at: since when it really is, nobody here knows. */
  wasFirstSeen?: true
  /** Since when it is UNKNOWN. `is` stays: UNKNOWN clears nothing. */
  unknown?: number
  pending?: Pending
  held?: TroubleReason
  flaps?: Flaps
  /** Beginnings and changes that were reported, ever. */
  reported?: number
  /** What was reported and rests on one source alone, with the number of the step that reported it. */
  unconfirmed?: { key: string; step: number; isEnd: boolean }
  /** Tokens at the last reported change of stake. */
  level?: string
  /** Of a condition about missed blocks, or how far a bridge is behind, while it is TRUE: when that began, and how many blocks were counted before. */
  outage?: Streak
}

/** A row of missed blocks: when the first of them was, and how many were counted before. */
export interface Streak {
  at: number
  before: number
  /** Blocks before that were missed as well, and not seen here: since when it really is, nobody here knows. */
  isEarlier?: true
}

/** What must be remembered of a validator's stake to know its extremes of the last day. */
export interface StakeState {
  /** Since when there are samples without a pause longer than an hour, a day. */
  from: readonly [hour: number, day: number]
  tokens: string
  /** Earlier values with the time they were last seen, oldest first; each higher (lower) than those after it. */
  highs: readonly (readonly [until: number, tokens: string])[]
  lows: readonly (readonly [until: number, tokens: string])[]
  /** When it was last known, while it is not. */
  lostAt?: number
}

export interface TargetState {
  /** By id. */
  conditions: Readonly<Record<number, ConditionState>>
  /** Signed blocks in a row, counted while a condition waits for them. */
  clean?: CleanRun
  /** Missed blocks, counted from the first one on until no condition waits any more. */
  misses?: MissRun
  /** Last known commission rate. */
  rate?: number
  stake?: StakeState
}

/** What holds for the network as a whole. It changes with every observation. */
export interface Head {
  version: typeof stateVersion
  epoch: number
  /** Number of observations that were no repetitions. */
  step: number
  /** Of the newest change batch whose state was decided. */
  seq: number
  /** Newest height that was decided, and the chain's time, which a state or a tick may have moved beyond that height's. */
  height: number | null
  at: number | null
  /** Time of the newest height alone, by which what only blocks say is held; none: from before it was kept. */
  blockAt?: number
  /** The chain's time of the newest state. */
  stateAt: number | null
  tickAt: number | null
  blockSeconds: number | null
  plan: { name: string; height: number } | null
  trouble: Trouble | null
  /** Since when nobody has given a usable answer: all but that is UNKNOWN meanwhile. */
  blindSince: number | null
}

/** Another shape is another version, and needs a migration that rewrites what is stored (E161). */
export const stateVersion = 2

/** 'network', 'validator:7', 'bridge:3'. */
export type TargetKey = string

/** The state of every condition of a network: plain JSON. */
export interface AlertingState {
  head: Head
  targets: Readonly<Record<TargetKey, TargetState>>
}

/** A state in which nothing was ever seen. */
export function emptyState(epoch: number): AlertingState {
  return {
    head: {
      version: stateVersion,
      epoch,
      step: 0,
      seq: 0,
      height: null,
      at: null,
      stateAt: null,
      tickAt: null,
      blockSeconds: null,
      plan: null,
      trouble: null,
      blindSince: null,
    },
    targets: {},
  }
}

/** How a condition is shown. */
interface ShownState {
  state: Truth
  /** Unix ms; null where nothing was ever known. */
  since: number | null
  /** It is TRUE and nobody was notified, for this reason. */
  held: TroubleReason | null
}

/** How a condition is shown: with what is UNKNOWN because nobody sees the network. */
export function shownState(state: AlertingState, key: TargetKey, condition: ConditionKind): ShownState {
  const { blindSince } = state.head
  const known = state.targets[key]?.conditions[condition.id]
  if (known === undefined) return { state: 'UNKNOWN', since: null, held: null }
  const blind = condition.subject === 'unseen' ? null : blindSince
  const unknown = known.unknown ?? blind
  if (unknown !== null) return { state: 'UNKNOWN', since: unknown, held: null }
  if (known.held && known.pending) return { state: 'TRUE', since: known.pending.at, held: known.held }
  return { state: known.is === 1 ? 'TRUE' : 'FALSE', since: known.since, held: null }
}

interface ConditionKind {
  id: number
  subject: string
}

/** UNKNOWN is not FALSE: an empty, failed or stale answer neither begins nor ends anything. */
export type Truth = 'TRUE' | 'FALSE' | 'UNKNOWN'

/** Floating point may miss a bound by this much. */
export const epsilon = 1e-9

export function truthOf(value: boolean | null): Truth {
  if (value === null) return 'UNKNOWN'
  return value ? 'TRUE' : 'FALSE'
}

/** Signed blocks in a row, so kept that it changes only where a row begins or is interrupted, not with every block. */
export interface CleanRun {
  /** Those before `from`. */
  plus: number
  /** Since which height every block was signed; null: the newest one is not known. */
  from: number | null
  /** Time of the first of them, Unix ms. */
  at?: number
}

/**
 * The row after one block more. A miss ends it; what nobody knows, or was outside the set, neither counts nor ends it.
 * `previous`: the height that was decided before this one, which need not be its neighbor.
 */
export function cleanRunAfter(
  before: CleanRun | undefined,
  letter: ValidatorReading['letter'],
  { height, previous, at }: { height: number; previous: number | null; at: number },
): CleanRun | undefined {
  if (letter === 'm') return undefined
  if (letter === null) {
    if (before === undefined || before.from === null) return before
    return { ...before, plus: cleanBlocksAt(before, previous), from: null }
  }
  if (before === undefined) return { plus: 0, from: height, at }
  if (before.from === null) return { ...before, from: height }
  if (previous === height - 1) return before
  return { ...before, plus: cleanBlocksAt(before, previous), from: height }
}

/** Missed blocks, so kept that it changes only where a streak begins or is interrupted. */
export interface MissRun {
  /** Those before `from`. */
  plus: number
  /** Since which height every block was missed; null: the newest one was signed, or is not known. */
  from: number | null
  /** The newest streak, which only a signed block ends: time of its first block, Unix ms, and how many were missed before. */
  streak: Streak | null
}

/** The count after one block more; undefined: none was missed yet. `inARow`: as the chain's letters have it, this one counted. */
export function missRunAfter(
  before: MissRun | undefined,
  { letter, consecutiveMissed: inARow }: Pick<ValidatorReading, 'letter' | 'consecutiveMissed'>,
  { height, previous, at }: { height: number; previous: number | null; at: number },
): MissRun | undefined {
  if (letter !== 'm') {
    if (before === undefined || (before.from === null && (letter === null || before.streak === null)))
      return before
    const streak = letter === null ? before.streak : null
    return { plus: missedBlocksAt(before, previous), from: null, streak }
  }
  const isEarlier = (inARow ?? 1) > 1 && { isEarlier: true as const }
  if (before === undefined) return { plus: 0, from: height, streak: { at, before: 0, ...isEarlier } }
  if (before.from !== null && previous === height - 1) return before
  const plus = missedBlocksAt(before, previous)
  return { plus, from: height, streak: before.streak ?? { at, before: plus, ...isEarlier } }
}

/** How many they are at a height up to which all were decided. */
export function missedBlocksAt(run: MissRun, height: number | null): number {
  return run.from === null || height === null ? run.plus : run.plus + height - run.from + 1
}

/** How many they are at a height up to which all were decided. */
export function cleanBlocksAt(run: CleanRun | undefined, height: number | null): number {
  if (run === undefined) return 0
  return run.from === null || height === null ? run.plus : run.plus + height - run.from + 1
}
