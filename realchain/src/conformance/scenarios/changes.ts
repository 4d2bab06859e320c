import { expect } from 'vitest'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'
import { allSign, signsAgain, stopAndMiss } from './signing.ts'

/** Reads on until a validator has more tokens than at `before`. @returns the height at which it has them */
async function grown(watch: Watch, index: number, before: number): Promise<number> {
  const tokens = watch.validator(index, before)?.tokens ?? 0n
  const operator = watch.chain.members()[index]?.operator
  return watch.until(`v${index} has more tokens`, () =>
    watch.firstHeight(before, ({ state }) =>
      (state.staking?.validators ?? []).some(
        (one) => one.operatorAddress === operator && one.tokens > tokens,
      ),
    ),
  )
}

export const changes: readonly Scenario[] = [
  {
    rule: 'C6',
    title:
      'a commission change: seen with its old and new rate and the time of its block, and nothing else moves',
    run: async (watch) => {
      const before = watch.height()
      expect(watch.validator(3)?.commissionRate).toBe('0.100000000000000000')
      await watch.chain.setCommission(3, '0.15')
      const height = await watch.until('a commission of 15 %', () =>
        watch.firstHeight(before, ({ state }) =>
          (state.staking?.validators ?? []).some((one) => one.commissionRate === '0.150000000000000000'),
        ),
      )
      expect(watch.events(before)).toEqual(['v3 commission_changed'])
      expect(watch.timeline(before)).toEqual(['v3 commission_changed'])
      expect(watch.validator(3, height)?.commissionUpdatedAt).toBe(watch.at(height).block.time)
    },
  },
  {
    rule: 'C7',
    title: 'a power change: tokens at once, whole units of power in the set two heights later',
    run: async (watch) => {
      const before = watch.height()
      const tokens = watch.validator(0)?.tokens ?? 0n
      const unit = watch.chain.agreed.powerReduction
      // More than the hundredth from which the timeline reports it.
      const amount = 40n * unit + unit / 2n + 1n
      await watch.chain.delegate(0, amount)
      const height = await grown(watch, 0, before)
      await watch.reach(height + 2)
      expect(watch.validator(0)?.tokens).toBe(tokens + amount)
      expect(watch.place(0, height + 1)?.member.power).toBe(tokens / unit)
      expect(watch.place(0, height + 2)?.member.power).toBe((tokens + amount) / unit)
      expect(watch.events(before)).toEqual(['v0 power_changed'])
      expect(watch.timeline(before)).toEqual(['v0 power_changed'])
    },
  },
  {
    rule: 'C8',
    title: 'the order of the set changes while one is absent: the missed letters stay with who misses',
    run: async (watch) => {
      const before = watch.height()
      const first = await stopAndMiss(watch, 1, 1)
      const lead = (watch.validator(1)?.tokens ?? 0n) - (watch.validator(0)?.tokens ?? 0n)
      expect(lead).toBeGreaterThan(0n)
      // Not whole units: what is slashed later is counted from the whole ones.
      const unit = watch.chain.agreed.powerReduction
      await watch.chain.delegate(0, lead + 10n * unit + unit / 3n)
      const height = await grown(watch, 0, before)
      await watch.reach(height + 3)
      const placeOf = (index: number, at: number) => watch.place(index, at)?.place ?? -1
      expect(placeOf(0, height + 1)).toBeGreaterThan(placeOf(1, height + 1))
      expect(placeOf(0, height + 2)).toBeLessThan(placeOf(1, height + 2))
      expect(watch.letters(1, first, height + 3)).toMatch(/^m+$/)
      expect(watch.letters(0, first, height + 3)).toMatch(/^[sp]+$/)
      expect(watch.events(before)).toEqual(['v0 power_changed'])
      expect(watch.timeline(before)).toEqual(['v0 power_changed', 'v0 rank_changed'])
      await watch.chain.startValidator(1)
      await signsAgain(watch, 1)
      await allSign(watch, 3)
    },
  },
]
