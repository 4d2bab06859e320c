import type { StakeState } from './state.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * Extremes that were seen last within the same two minutes of the last hour, or half hour before that, are kept as one:
 * a stake that drifts the whole day has some eighty of them, not thousands.
 */
const mergeMs = { withinHour: 120_000, before: 1_800_000 }
/** And those that are as near to each other as this part of them: a hundredth of the least change that is told. */
const alike = 0.0001

/** What was recorded of a stake within a time up to now. */
export interface StakeRange {
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

/** Neighbours that are kept as one: with the value of the older, which is beyond the other, and the time of the newer. */
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
