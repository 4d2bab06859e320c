import { describe, expect, test } from 'vitest'
import { ageAt, readTime } from './network-status.ts'

const minutes = 60_000

describe('readTime', () => {
  test("W13: at first sight the database's clock says how old it is; then the process's own goes on", () => {
    const seen = readTime(null, 1_000_000, { now: { databaseNow: 1_040_000, monotonic: 5 }, last: null })
    expect(ageAt(seen, 5)).toBe(40_000)
    expect(ageAt(seen, 10_005)).toBe(50_000)
  })

  test('W19: what changed since the last poll is no older than that poll, however far a clock was set', () => {
    const last = { databaseNow: 1_000_000, monotonic: 0 }
    const before = readTime(null, 999_000, { now: last, last: null })
    for (const step of [-10 * minutes, 0, 10 * minutes]) {
      const now = { databaseNow: 1_001_000 + step, monotonic: 1_000 }
      for (const written of [1_000_500, 1_000_500 + step]) {
        const seen = readTime(before, written, { now, last })
        expect(seen?.ageMs).toBeGreaterThanOrEqual(0)
        expect(seen?.ageMs).toBeLessThanOrEqual(1_000)
      }
      // What did not change goes on ageing as before.
      expect(readTime(before, 999_000, { now, last })).toBe(before)
    }
  })

  test('W12: what never was has no age', () => {
    expect(readTime(null, null, { now: { databaseNow: 1, monotonic: 1 }, last: null })).toBeNull()
  })
})
