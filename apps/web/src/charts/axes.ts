/** What holds for an axis whatever the data are. */
export interface AxisRules {
  /** Nothing lies below or above. */
  floor: number
  ceiling: number
  /** The shortest length of the axis, by its largest value: noise is not blown up to the height of the chart. */
  leastSpan: (high: number) => number
}

/** An axis from a multiple of its step to another one. */
export interface NiceScale {
  min: number
  max: number
  step: number
}

/** Steps that an axis may have at the most. */
const mostSteps = 5

/** The axis that holds values from `low` to `high`, with round steps; null where nothing was measured. */
export function niceScale(low: number | null, high: number | null, rules: AxisRules): NiceScale {
  const { floor, ceiling } = rules
  const top = high ?? Math.min(ceiling, floor + rules.leastSpan(0))
  const bottom = low ?? floor
  const missing = Math.max(0, rules.leastSpan(top) - (top - bottom)) / 2
  const over = Math.max(0, top + missing - ceiling)
  const under = Math.max(0, floor - (bottom - missing))
  const from = Math.max(floor, bottom - missing - over)
  const to = Math.min(ceiling, top + missing + under)
  const step = niceStep((to - from) / (mostSteps - 1))
  return {
    min: Math.max(floor, rounded(Math.floor(from / step + 1e-9) * step)),
    max: Math.min(ceiling, rounded(Math.ceil(to / step - 1e-9) * step)),
    step,
  }
}

/** Every multiple of the step on an axis. */
export function ticksOf({ min, max, step }: NiceScale): number[] {
  const ticks: number[] = []
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i += 1)
    ticks.push(rounded(i * step))
  return ticks
}

/** The next of 1, 2, 2.5 and 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return rounded(factor * power)
}

/** Without the noise of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10].map((count) => count * day),
]

interface TimeTicks {
  /** Unix seconds. */
  ticks: number[]
  /** Seconds between them. */
  step: number
}

/**
 * Round times between two moments (Unix seconds), as clocks and calendars of a zone show them.
 *
 * @param most how many there is room for
 * @param offsetOf seconds that the zone is ahead of UTC at a moment, which changes in spring and in autumn
 */
export function timeTicks(
  { from, to }: { from: number; to: number },
  most: number,
  offsetOf: (at: number) => number,
): TimeTicks {
  const step = steps.find((one) => (to - from) / one <= most) ?? 10 * day
  const ticks: number[] = []
  const first = Math.floor((from + offsetOf(from)) / step)
  const last = Math.ceil((to + offsetOf(to)) / step)
  for (let i = first; i <= last; i += 1) {
    const local = i * step
    const at = local - offsetOf(local - offsetOf(local))
    if (at >= from && at <= to) ticks.push(at)
  }
  return { ticks, step }
}
