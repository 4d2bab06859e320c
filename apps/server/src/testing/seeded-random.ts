/** Chances that come out alike for the same seed. */
export interface SeededRandom {
  /** Whole, from 0 to below `bound`. */
  below(bound: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: quick, and good enough to choose what to try. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (bound) => Math.floor(next() * bound),
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}
