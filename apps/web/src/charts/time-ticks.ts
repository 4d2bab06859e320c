const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10].map((count) => count * day),
]

export interface TimeTicks {
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
