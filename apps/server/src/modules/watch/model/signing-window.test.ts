import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSlashingModel } from '../testing/slashing-model.ts'
import { createLetterRing, packLetters } from './letter-ring.ts'
import {
  advance,
  historyOf,
  lettersSince,
  maxMissed,
  secondsToJail,
  type SigningRead,
} from './signing-window.ts'

/** A validator's life: true for a missed block. The read happens after `cut` of its letters. */
const lives = fc.record({
  window: fc.integer({ min: 1, max: 12 }),
  limit: fc.integer({ min: 0, max: 12 }),
  letters: fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
  cut: fc.nat(50),
  first: fc.integer({ min: 1, max: 1000 }),
})

function live({
  window,
  limit,
  letters,
  cut,
  first,
}: typeof lives extends fc.Arbitrary<infer T> ? T : never) {
  const rules = { window, maxMissed: Math.min(limit, window), startHeight: first }
  const model = createSlashingModel(rules)
  const ring = createLetterRing(100)
  const readAt = Math.min(cut, letters.length)
  let read: SigningRead = { height: first, startHeight: first, indexOffset: 0, missed: 0 }
  for (const [index, isMissed] of letters.entries()) {
    const height = first + index
    model.vote(height, isMissed)
    if (model.jailedAt !== null) break
    ring.put(height, packLetters([[1, isMissed ? 'm' : 's']]), 0)
    // The state of a height has counted the letters below it.
    if (index + 1 === readAt)
      read = { height: height + 1, startHeight: first, indexOffset: model.indexOffset, missed: model.missed }
  }
  return { model, ring, read, rules }
}

describe('advance', () => {
  test('W30: with the letters at hand the counters move exactly as the chain moves them', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { model, ring, read, rules } = live(life)
        fc.pre(model.jailedAt === null)
        const history = historyOf(read, ring, 1, rules.window)
        const since = lettersSince(read, ring, 1, ring.newest() ?? 0)
        expect(history).not.toBeNull()
        if (!history || !since) return
        const now = advance(read, history, since, rules.window)
        expect(now).toMatchObject({ missed: model.missed, indexOffset: model.indexOffset })
      }),
    )
  })

  test('W31: letters that do not add up to the counter give no history', () => {
    const ring = createLetterRing(100)
    for (let height = 10; height < 20; height++)
      ring.put(height, packLetters([[0, height === 12 ? 'm' : 's']]), 0)
    const read = { height: 20, startHeight: 1, indexOffset: 500, missed: 2 }
    expect(historyOf(read, ring, 0, 100)).toBeNull()
    expect(historyOf({ ...read, missed: 0 }, ring, 0, 100)).toEqual({ length: 100, missedAt: new Set() })
    expect(historyOf({ ...read, missed: 1 }, ring, 0, 100)?.missedAt).toEqual(new Set([92]))
  })
})

describe('secondsToJail', () => {
  test('W32: it is when x/slashing jails, if every block from now on is missed', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { model, ring, read, rules } = live(life)
        const height = ring.newest()
        fc.pre(model.jailedAt === null && height !== null)
        const history = historyOf(read, ring, 1, rules.window)
        const since = lettersSince(read, ring, 1, ring.newest() ?? 0)
        if (!history || !since || height === null) throw new Error('the letters are at hand')
        const now = advance(read, history, since, rules.window)
        const seconds = secondsToJail({ read, history, now, ...rules, height, blockSeconds: 1 })
        let next = height
        while (model.jailedAt === null && next < height + 3 * rules.window + 3) model.vote(++next, true)
        if (model.jailedAt === null) expect(seconds).toBeNull()
        // Judged in the block above the vote; the newest letter's own block has been judged by then.
        else expect(Math.max(seconds ?? Number.NaN, 1)).toBe(model.jailedAt - height - 1)
      }),
    )
  })

  test('W33: without the history the answer is never later than the truth', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { model, ring, read, rules } = live(life)
        const height = ring.newest()
        const since = lettersSince(read, ring, 1, ring.newest() ?? 0)
        fc.pre(model.jailedAt === null && height !== null && since !== null)
        if (height === null || since === null) return
        const missed = Math.min(rules.window, read.missed + since.filter(Boolean).length)
        const question = { read, now: { missed, since }, ...rules, height, blockSeconds: 1 }
        const soonest = secondsToJail({ ...question, history: null })
        let next = height
        while (model.jailedAt === null && next < height + 3 * rules.window + 3) model.vote(++next, true)
        if (model.jailedAt === null) return
        expect(soonest).not.toBeNull()
        expect(soonest).toBeLessThanOrEqual(model.jailedAt - height - 1)
      }),
    )
  })
})

describe('maxMissed', () => {
  test.each([
    [10_000, '0.001000000000000000', 9_990],
    [100, '0.500000000000000000', 50],
    [88_888, '0.500000000000000000', 44_444],
    [28_800, '0.050000000000000000', 27_360],
    // Halves round to even: 2.5 to 2, 3.5 to 4.
    [5, '0.500000000000000000', 3],
    [7, '0.500000000000000000', 3],
    [10, '0', 10],
    [10, '1.000000000000000000', 0],
  ])('W34: of %i blocks at %s it is %i', (window, minimum, expected) => {
    expect(maxMissed(window, minimum)).toBe(expected)
  })
})
