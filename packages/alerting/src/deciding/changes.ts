import type { Condition } from '../catalogue/condition.ts'
import { conditions } from '../catalogue/conditions.data.ts'
import { putCondition, type DecisionContext, reporterOf, reportTransition } from './decision.ts'
import type { ChainEvent } from './observation.ts'
import { type AlertingState, type ConditionState, epsilon, type StakeState, type TargetKey } from './state.ts'
import { transition } from './transition.ts'

export const ofSlashes = conditions.filter(({ subject }) => subject === 'slashed')
export const ofStake = conditions.filter(
  ({ subject }) => subject === 'stake_fell' || subject === 'stake_rose',
)
export const ofCommission = conditions.filter(
  ({ subject }) => subject === 'commission_raised' || subject === 'commission_lowered',
)

/** A change: what was, what is. */
interface Change {
  before: string
  after: string
  value: number | null
}

/** Every slash of the timeline is reported, each as of its own block; what was before anything was known is not. */
export function decideSlashes(
  context: DecisionContext,
  events: readonly ChainEvent[],
  isKnown: boolean,
): void {
  const { open, target } = context
  for (const condition of ofSlashes) {
    const isFirst = open.target(target.key).conditions[condition.id] === undefined
    know(context, condition, isKnown)
    if (isFirst) continue
    for (const event of events.filter(({ kind }) => kind === 'slashed')) {
      const { before, after } = event
      const value = before === null || after === null ? null : 1 - Number(after) / Number(before)
      reportChange(contextOf(context, event), condition, { before: before ?? '', after: after ?? '', value })
    }
  }
}

/** A commission other than the last known one is reported, once. */
export function decideCommission(context: DecisionContext, rate: number | null): void {
  const { open, target } = context
  const last = open.target(target.key).rate
  for (const condition of ofCommission) {
    know(context, condition, rate !== null)
    if (rate === null || last === undefined) continue
    const isIt = condition.subject === 'commission_raised' ? rate > last : rate < last
    if (isIt) reportChange(context, condition, { before: String(last), after: String(rate), value: rate })
  }
  if (rate !== null && rate !== last) open.put(target.key, { ...open.target(target.key), rate })
}

/** A stake against its extremes of an hour and of a day. `previousAt`: the chain's time of the sample before. */
export function decideStake(
  context: DecisionContext,
  tokens: string | null,
  previousAt: number | null,
): void {
  const { open, target, instant } = context
  const { chainAt: at } = instant
  const before = open.target(target.key)
  const stake = recordStake(before.stake, tokens, { at, previousAt })
  if (stake !== undefined && stake !== before.stake) open.put(target.key, { ...before, stake })
  for (const condition of ofStake) {
    const range = stake ? stakeWithin(stake, condition.windowSeconds ?? 0, at) : null
    if (tokens === null || range === null) know(context, condition, false)
    else {
      const extreme = condition.subject === 'stake_fell' ? range.highest : range.lowest
      decideStakeChange(context, condition, { tokens, extreme })
    }
  }
}

/**
 * How far a stake is below its highest, or above its lowest, of the time that a condition is measured over, as a
 * fraction; null: not known, or the condition is about something else.
 */
export function stakeChangeNow(
  { head, targets }: AlertingState,
  key: TargetKey,
  { subject, windowSeconds }: Pick<Condition, 'subject' | 'windowSeconds'>,
): number | null {
  const stake = targets[key]?.stake
  if (subject !== 'stake_fell' && subject !== 'stake_rose') return null
  const range = stake && head.stateAt !== null ? stakeWithin(stake, windowSeconds ?? 0, head.stateAt) : null
  if (stake === undefined || range === null) return null
  const from = Number(subject === 'stake_fell' ? range.highest : range.lowest)
  return from === 0 ? null : Math.abs(Number(stake.tokens) / from - 1)
}

/**
 * Reported when the stake has moved so far from the extreme, and again when it has moved as far from what was reported; armed
 * anew when it has stayed for the whole time.
 */
function decideStakeChange(
  context: DecisionContext,
  condition: Condition,
  { tokens, extreme }: { tokens: string; extreme: string },
): void {
  const { open, target, instant } = context
  const isFar = moved(condition, extreme, tokens)
  const before = open.target(target.key).conditions[condition.id]
  if (before === undefined) {
    const first: ConditionState = { is: isFar ? 1 : 0, since: instant.at, level: tokens }
    return putCondition(context, condition.id, first)
  }
  // Whether it is armed is not for the common step to decide: it is given what it knows.
  const truth = before.is === 1 ? 'TRUE' : 'FALSE'
  const known = transition(before, truth, { condition, instant, report: reporterOf(context, condition) })
  putCondition(context, condition.id, known)
  const isAgain = before.is === 1 && moved(condition, before.level ?? tokens, tokens)
  if (isAgain || (before.is === 0 && isFar)) {
    const from = isAgain ? (before.level ?? extreme) : extreme
    const value = Number(tokens) / Number(from) - 1
    return reportChange(context, condition, { before: from, after: tokens, value }, { is: 1, level: tokens })
  }
  const isOver = instant.at - before.since >= (condition.windowSeconds ?? 0) * 1000
  if (before.is === 1 && !isFar && isOver && known)
    putCondition(context, condition.id, { ...known, is: 0, since: instant.at })
}

function moved({ subject, threshold }: Condition, from: string, to: string): boolean {
  if (threshold === null || Number(from) === 0) return false
  const change = Number(to) / Number(from) - 1
  return (subject === 'stake_fell' ? -change : change) >= threshold - epsilon
}

/** A change is never TRUE: it is known, or not. */
function know(context: DecisionContext, condition: Condition, isKnown: boolean): void {
  const { open, target, instant } = context
  const before = open.target(target.key).conditions[condition.id]
  const truth = isKnown ? (before?.is === 1 ? 'TRUE' : 'FALSE') : 'UNKNOWN'
  putCondition(
    context,
    condition.id,
    transition(before, truth, { condition, instant, report: reporterOf(context, condition) }),
  )
}

/** Reports a change of what was known before; of what was not, the first value says nothing. */
function reportChange(
  context: DecisionContext,
  condition: Condition,
  { before, after, value }: Change,
  patch: Pick<ConditionState, 'is'> & { level?: string } = { is: 0 },
): void {
  const { open, target, instant } = context
  const known = open.target(target.key).conditions[condition.id]
  if (known === undefined) return
  const next = { ...known, ...patch, since: instant.at, reported: (known.reported ?? 0) + 1 }
  const detail = { ...context.detail(condition), value, before, after }
  const { key, isSingle } = reportTransition(context, condition, { kind: 'CHANGED', after: next, detail })
  const { unconfirmed: _older, ...rest }: ConditionState = next
  const unconfirmed = { key, step: instant.step, isEnd: false }
  putCondition(context, condition.id, isSingle ? { ...rest, unconfirmed } : rest)
}

/** The same, as of the block of an event. */
export function contextOf(context: DecisionContext, event: ChainEvent | undefined): DecisionContext {
  if (event === undefined) return context
  const { chainAt, height, assurance, host } = event
  const { instant } = context
  return {
    ...context,
    basis: { assurance, host },
    instant: { ...instant, at: chainAt ?? instant.at, height: height ?? instant.height },
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * Extremes that were seen last within the same two minutes of the last hour, or half hour before that, are kept as one:
 * a stake that drifts the whole day has some eighty of them, not thousands.
 */
const mergeMs = { withinHour: 120_000, before: 1_800_000 }
/** And those that are as near to each other as this part of them: a hundredth of the least change that is reported. */
const alike = 0.0001

/** What was recorded of a stake within a time up to now. */
interface StakeRange {
  highest: string
  lowest: string
}

/**
 * Takes a sample in. `previousAt`: the chain's time of the sample before, of whatever validator; null: there was none.
 * Nothing changes where nothing is new.
 */
export function recordStake(
  before: StakeState | undefined,
  tokens: string | null,
  { at, previousAt }: { at: number; previousAt: number | null },
): StakeState | undefined {
  if (before === undefined) return tokens === null ? undefined : firstSample(tokens, at)
  const seenAt = before.lostAt ?? previousAt ?? at
  if (tokens === null) return before.lostAt === undefined ? { ...before, lostAt: seenAt } : before
  const { lostAt, ...known } = before
  const pause = at - seenAt
  const from = pause > hourMs ? ([at, pause > dayMs ? at : before.from[1]] as const) : before.from
  if (tokens === before.tokens)
    return lostAt === undefined && from === before.from ? before : { ...known, from }
  const old = [seenAt, before.tokens] as const
  return {
    from,
    tokens,
    highs: withExtreme(before.highs, old, { at, isBeyond: (a, b) => a >= b }),
    lows: withExtreme(before.lows, old, { at, isBeyond: (a, b) => a <= b }),
  }
}

/** Highest and lowest of a time up to now; null until that time is covered. */
export function stakeWithin(stake: StakeState, windowSeconds: number, at: number): StakeRange | null {
  const windowMs = windowSeconds * 1000
  const from = windowMs > hourMs ? stake.from[1] : stake.from[0]
  if (stake.lostAt !== undefined || at - from < windowMs) return null
  const extreme = (values: StakeState['highs'], isBeyond: (a: number, b: number) => boolean) => {
    const first = values.find(([until]) => until >= at - windowMs)?.[1] ?? stake.tokens
    return isBeyond(Number(first), Number(stake.tokens)) ? first : stake.tokens
  }
  return {
    highest: extreme(stake.highs, (a, b) => a > b),
    lowest: extreme(stake.lows, (a, b) => a < b),
  }
}

function firstSample(tokens: string, at: number): StakeState {
  return { from: [at, at], tokens, highs: [], lows: [] }
}

/** The extremes with one more that is over: what it surpasses can never be one again. */
function withExtreme(
  extremes: StakeState['highs'],
  old: readonly [number, string],
  { at, isBeyond }: { at: number; isBeyond: (a: number, b: number) => boolean },
): StakeState['highs'] {
  const kept = extremes.filter(
    ([end, other]) => end >= at - dayMs && !isBeyond(Number(old[1]), Number(other)),
  )
  return merged([...kept, old], at)
}

/** Neighbors that are kept as one: with the value of the older, which is beyond the other, and the time of the newer. */
function merged(extremes: StakeState['highs'], at: number): StakeState['highs'] {
  const places = (until: number) => {
    const ms = until >= at - hourMs ? mergeMs.withinHour : mergeMs.before
    return `${ms} ${Math.floor(until / ms)}`
  }
  const result: (readonly [number, string])[] = []
  for (const extreme of extremes) {
    const last = result.at(-1)
    const isOne = last && (places(last[0]) === places(extreme[0]) || isAlike(last[1], extreme[1]))
    if (isOne) result[result.length - 1] = [extreme[0], last[1]]
    else result.push(extreme)
  }
  return result
}

function isAlike(one: string, other: string): boolean {
  return Math.abs(Number(other) / Number(one) - 1) < alike
}
