import { haltedAfterMs } from './validators.ts'

/** How many heights the block time is taken of. */
export const measuredBlocks = 1_000
/** Pauses whose middle one is the usual one, by which a halt is told. */
const usualPauses = 100

/**
 * Seconds between blocks: the slope of the straight line through heights and header times. What proposers are early or
 * late by moves it far less than it moves a mean or a median, so that a time to jail or a lag that is thousands of
 * blocks long does not swing. Where the chain stood still, only a usual pause counts.
 *
 * @param heights rising; those that are not known are left out
 * @param times their header times, Unix ms
 * @returns to the microsecond; null without two neighboring heights
 */
export function blockTimeOf(heights: readonly number[], times: readonly number[]): number | null {
  const usual = median(pausesOf(heights, times).slice(-usualPauses))
  if (usual === null) return null
  const halted = haltedAfterMs(usual / 1_000)
  const [passed, ran] = [[0], [0]]
  for (const [at, height] of heights.entries()) {
    if (at === 0) continue
    const blocks = height - (heights[at - 1] ?? 0)
    const pause = (times[at] ?? 0) - (times[at - 1] ?? 0)
    passed.push((passed[at - 1] ?? 0) + blocks)
    ran.push((ran[at - 1] ?? 0) + (pause > halted + blocks * usual ? blocks * usual : pause))
  }
  return Math.round(slopeOf(passed, ran) * 1_000) / 1e6
}

/** Ms between the heights that are neighbors. */
function pausesOf(heights: readonly number[], times: readonly number[]): number[] {
  return heights.flatMap((height, at) => {
    const [before, time, earlier] = [heights[at - 1], times[at], times[at - 1]]
    return before === height - 1 && time !== undefined && earlier !== undefined ? [time - earlier] : []
  })
}

/** Of the line with the least squares. */
function slopeOf(xs: readonly number[], ys: readonly number[]): number {
  const [midX, midY] = [meanOf(xs), meanOf(ys)]
  let both = 0
  let square = 0
  for (const [at, x] of xs.entries()) {
    both += (x - midX) * ((ys[at] ?? 0) - midY)
    square += (x - midX) ** 2
  }
  return both / square
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The middle value, of an even count the mean of the middle two; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}
