import type { StakeState } from './state.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Extremes that were seen last within the same minute are kept as one. */
const mergeMs = 60_000

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
  [until, tokens]: readonly [number, string],
  { at, isBeyond }: { at: number; isBeyond: (a: number, b: number) => boolean },
): StakeState['highs'] {
  const kept = extremes.filter(
    ([end, other]) => end >= at - dayMs && !isBeyond(Number(tokens), Number(other)),
  )
  const last = kept.at(-1)
  if (last && Math.floor(last[0] / mergeMs) === Math.floor(until / mergeMs))
    return [...kept.slice(0, -1), [until, last[1]]]
  return [...kept, [until, tokens]]
}
