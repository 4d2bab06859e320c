import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordStake, stakeWithin } from './changes.ts'
import type { StakeState } from './state.ts'

const sampleMs = 20_000
const hour = 3600
const day = 24 * hour

/** A sample every twenty seconds; gives the state after each. */
function recorded(stakes: readonly bigint[]): (StakeState | undefined)[] {
  let state: StakeState | undefined
  return stakes.map((tokens, index) => {
    const at = index * sampleMs
    state = recordStake(state, String(tokens), { at, previousAt: index === 0 ? null : at - sampleMs })
    return state
  })
}

const entriesOf = (state: StakeState | undefined) => (state?.highs.length ?? 0) + (state?.lows.length ?? 0)

describe('E16: what is remembered of a stake', () => {
  test.each([
    ['rises', 1n],
    ['falls', -1n],
  ])('one that %s with every sample of two days has less than a hundred extremes', (_name, direction) => {
    const start = 10n ** 12n
    // A thousandth with each sample of twenty seconds: no neighbors are alike.
    const stakes = Array.from({ length: (2 * day * 1000) / sampleMs }, (_, index) =>
      direction > 0n
        ? start + (start / 1000n) * BigInt(index)
        : start * 20n - (start / 1000n) * BigInt(index),
    )
    const states = recorded(stakes)
    expect(Math.max(...states.map(entriesOf))).toBeLessThan(100)
  })

  test('its extremes are those of the time, up to a hundredth of a percent and as much more time as is kept as one', () => {
    const step = fc.integer({ min: -200, max: 200 })
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 600 }), (steps) => {
        const stakes: bigint[] = []
        let tokens = 1_000_000n
        for (const one of steps) stakes.push((tokens = tokens + (tokens * BigInt(one)) / 10_000n))
        const state = recorded(stakes).at(-1)
        const at = (stakes.length - 1) * sampleMs
        const range = state ? stakeWithin(state, hour, at) : null
        if (range === null) return
        const within = (ms: number) => stakes.filter((_, index) => index * sampleMs >= at - ms).map(Number)
        const [hourly, longer] = [within(hour * 1000), within(hour * 1000 + 140_000)]
        expect(Number(range.highest)).toBeGreaterThanOrEqual(Math.max(...hourly) * 0.9998)
        expect(Number(range.highest)).toBeLessThanOrEqual(Math.max(...longer) * 1.0002)
        expect(Number(range.lowest)).toBeLessThanOrEqual(Math.min(...hourly) * 1.0002)
        expect(Number(range.lowest)).toBeGreaterThanOrEqual(Math.min(...longer) * 0.9998)
      }),
    )
  })
})
