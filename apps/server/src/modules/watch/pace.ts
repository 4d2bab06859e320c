/** Shortest and longest pause between looks at a chain that moves, ms. */
const shortestMs = 200
const longestMs = 5_000
/** While nobody knows how fast blocks come. */
const unknownMs = 1_000
/** A block is looked for a little after it is expected, so that the first look finds it. */
const graceMs = 50
/** How much later than ever before a block may be seen without moving what is expected, ms for each block. */
const leakMs = 5

export interface Pace {
  /**
   * Ms until the next look. `now` is a clock of ours that never jumps, `head.time` the chain's; only their smallest
   * distance is trusted.
   */
  next(input: { head: { height: number; time: number }; blockMs: number | null; now: number }): number
}

/**
 * When to look next: when the next block is expected; once it is late, every quarter of a block time, rarer the
 * longer nothing comes. A clock that is wrong by minutes, here or there, changes nothing.
 */
export function createPace(): Pace {
  let distance = Number.POSITIVE_INFINITY
  let newest = 0

  return {
    next({ head, blockMs, now }) {
      if (head.height !== newest) {
        distance = Math.min(distance + leakMs, now - head.time)
        newest = head.height
      }
      if (blockMs === null) return unknownMs
      const untilExpected = head.time + distance + blockMs + graceMs - now
      const late = Math.max(blockMs / 4, -untilExpected / 8)
      return Math.min(longestMs, Math.max(shortestMs, untilExpected > 0 ? untilExpected : late))
    },
  }
}
