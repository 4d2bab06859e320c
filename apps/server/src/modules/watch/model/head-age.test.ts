import { describe, expect, test } from 'vitest'
import { createHeadAge } from './network-state.ts'

const start = 1_800_000_000_000

describe('createHeadAge', () => {
  test('W10: the first block is as old as its header says; it ages while it stands, and a newer one is new', () => {
    const age = createHeadAge(null)
    const head = { height: 10, time: start - 40_000 }
    expect(age.next(head, { now: start, monotonic: 0, claimed: 10 })).toBe(40_000)
    expect(age.next(head, { now: start + 5_000, monotonic: 5_000, claimed: 10 })).toBe(45_000)
    expect(age.next({ height: 11, time: start }, { now: start + 6_000, monotonic: 6_000, claimed: 11 })).toBe(
      0,
    )
  })

  test('W19: a wall clock that is set, or always was wrong, makes no moving chain old', () => {
    for (const step of [-600_000, 600_000]) {
      const age = createHeadAge({ height: 9, ageMs: 1_000, monotonic: 0 })
      for (let height = 10; height < 20; height++) {
        const monotonic = height * 2_000
        const now = start + monotonic + (height >= 15 ? step : 0)
        expect(age.next({ height, time: start + monotonic - 500 }, { now, monotonic, claimed: height })).toBe(
          0,
        )
        expect(
          age.next({ height, time: start }, { now: now + step, monotonic: monotonic + 900, claimed: height }),
        ).toBe(900)
      }
    }
  })

  test('W10: one that another watcher saw stand has stood since', () => {
    const age = createHeadAge({ height: 10, ageMs: 20_000, monotonic: 100 })
    expect(age.next({ height: 10, time: start }, { now: start, monotonic: 15_100, claimed: 10 })).toBe(35_000)
  })

  test('W118: while somebody claims a newer block than anybody shows, the shown one is not seen to stand', () => {
    const age = createHeadAge(null)
    const head = { height: 10, time: start - 40_000 }
    expect(age.next(head, { now: start, monotonic: 0, claimed: 15 })).toBe(0)
    expect(age.next(head, { now: start + 35_000, monotonic: 35_000, claimed: 50 })).toBe(0)
    expect(age.next(head, { now: start + 40_000, monotonic: 40_000, claimed: 10 })).toBe(5_000)
    expect(age.next(head, { now: start + 45_000, monotonic: 45_000, claimed: 99 })).toBe(5_000)
    const shown = { height: 11, time: start }
    expect(age.next(shown, { now: start + 46_000, monotonic: 46_000, claimed: 11 })).toBe(0)
  })

  test('W118: an answer that is older than what was already known of the block makes it no older', () => {
    const age = createHeadAge({ height: 10, ageMs: 20_000, monotonic: 1_000 })
    expect(age.next({ height: 10, time: start }, { now: start, monotonic: 500, claimed: 10 })).toBe(20_000)
    expect(age.next({ height: 10, time: start }, { now: start, monotonic: 2_000, claimed: 10 })).toBe(21_000)
  })
})
