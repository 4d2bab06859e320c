import type { LetterRing } from './letter-ring.ts'

/** How many block times the median is taken of. */
export const measuredBlocks = 100

/**
 * Median seconds between the last 100 pairs of neighbouring heights up to `height`; null without one. Heights that
 * are not known make no pair. What lies more than three times as far back does not count.
 */
export function blockSeconds(ring: Pick<LetterRing, 'time'>, height: number): number | null {
  const pauses: number[] = []
  const oldest = Math.max(1, height - 3 * measuredBlocks)
  let after = ring.time(height)
  for (let at = height - 1; at >= oldest && pauses.length < measuredBlocks; at--) {
    const time = ring.time(at)
    if (time !== null && after !== null) pauses.push((after - time) / 1000)
    after = time
  }
  return median(pauses)
}

/** The middle value, of an even count the mean of the middle two; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}
