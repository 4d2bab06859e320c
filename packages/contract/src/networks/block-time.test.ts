import { describe, expect, test } from 'vitest'
import { blockTimeOf, median } from './block-time.ts'
import { blocksToJail } from './time-to-jail.ts'

const second = 1_000

/** Blocks of a chain whose proposers are early or late by up to a quarter of a block time, the same at every run. */
function jittered(count: number, blockMs: number): { heights: number[]; times: number[] } {
  const heights = Array.from({ length: count }, (_, at) => 1_000 + at)
  let seed = 7
  const times = heights.map((height) => {
    seed = (seed * 48_271) % 2_147_483_647
    return Math.round((height + (seed / 2_147_483_647 - 0.5) / 2) * blockMs)
  })
  return { heights, times }
}

describe('blockTimeOf', () => {
  test('W36: the line through heights and times; a halt and heights that are not known change nothing', () => {
    const heights = [1, 2, 3, 4, 5, 9, 10, 11]
    const times = heights.map((height) => height * 6 * second + (height > 4 ? 3_600 * second : 0))
    expect(blockTimeOf(heights, times)).toBe(6)
    expect(blockTimeOf([1, 9], [0, 80 * second])).toBeNull()
    expect(blockTimeOf([1], [0])).toBeNull()
    expect(median([3, 1, 2, 10])).toBe(2.5)
  })

  test('W36: a chain that has become slower has its new pace after a thousand blocks', () => {
    const heights = Array.from({ length: 1_000 }, (_, at) => at)
    expect(
      blockTimeOf(
        heights,
        heights.map((height) => height * 4_500),
      ),
    ).toBe(4.5)
  })

  test('W192: while a validator misses every block its time to jail falls with each of them, from the first 300 blocks on', () => {
    const [window, maxMissed, ran] = [10_000, 9_990, 700]
    const { heights, times } = jittered(ran, 2_600)
    let before = Number.POSITIVE_INFINITY
    for (let known = 300; known < ran; known++) {
      const blockTime = blockTimeOf(heights.slice(0, known), times.slice(0, known)) ?? 0
      const blocks = blocksToJail({
        bits: { length: window, knownFrom: 0, missedAt: new Set(), missed: 0 },
        since: Array.from({ length: known }, () => true),
        window,
        maxMissed,
        untilJudged: 0,
      })
      const seconds = (blocks?.atLeast ?? 0) * blockTime
      expect(seconds).toBeLessThan(before)
      before = seconds
    }
  })
})
