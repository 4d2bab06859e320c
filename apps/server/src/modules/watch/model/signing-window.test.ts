import { blocksToJail, missedWhere } from '@roundsman/contract/networks/time-to-jail'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSlashingModel } from '../testing/slashing-model.ts'
import { createLetterRing, type LetterRing, packLetters } from './letter-ring.ts'
import { addLetters, advance, bitsOf, noLettersSince, type SigningRead } from './signing-window.ts'

/** A validator's history: true for a missed block. The read happens after `cut` of its letters, of which some are known. */
const histories = fc.record({
  window: fc.integer({ min: 1, max: 12 }),
  limit: fc.integer({ min: 0, max: 12 }),
  letters: fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
  cut: fc.nat(50),
  first: fc.integer({ min: 1, max: 1000 }),
  unseen: fc.constant<readonly number[]>([]),
})
/** The same, where nobody saw the blocks of some places: the first ones, and others here and there. */
const halfSeen = fc
  .record({ history: histories, first: fc.nat(50), more: fc.array(fc.nat(50), { maxLength: 3 }) })
  .map(({ history, first, more }) => ({ ...history, unseen: [...Array(first).keys(), ...more] }))

function live({
  window,
  limit,
  letters,
  cut,
  first,
  unseen,
}: typeof histories extends fc.Arbitrary<infer T> ? T : never) {
  const rules = { window, maxMissed: Math.min(limit, window), startHeight: first }
  const model = createSlashingModel(rules)
  const ring = createLetterRing(100)
  const readAt = Math.min(cut, letters.length)
  let read: SigningRead = { height: first, startHeight: first, indexOffset: 0, missed: 0 }
  for (const [index, isMissed] of letters.entries()) {
    const height = first + index
    model.vote(height, isMissed)
    if (model.jailedAt !== null) break
    if (!unseen.includes(index)) ring.put(height, packLetters([[1, isMissed ? 'm' : 's']]), 0)
    // The state of a height has counted the letters below it.
    if (index + 1 === readAt)
      read = { height: height + 1, startHeight: first, indexOffset: model.indexOffset, missed: model.missed }
  }
  return { model, ring, read, rules, height: first + letters.length - 1 }
}

/** When x/slashing jails if every block after `height` is missed, in blocks; null: never. */
function truth({ model, rules, height }: ReturnType<typeof live>): number | null {
  let next = height
  while (model.jailedAt === null && next < height + 3 * rules.window + 3) model.vote(++next, true)
  // Judged in the block above the vote; the newest letter's own block has been judged by then.
  return model.jailedAt === null ? null : model.jailedAt - height - 1
}

/** Of slot 1, all at once. */
function lettersSince(read: SigningRead, ring: LetterRing, to: number) {
  const since = noLettersSince(read)
  addLetters(since, ring, 1, to)
  return since
}

function figure({ read, ring, rules, height }: ReturnType<typeof live>) {
  const { window, maxMissed, startHeight } = rules
  return blocksToJail({
    bits: bitsOf(read, ring, 1, window),
    since: lettersSince(read, ring, height).letters,
    ...{ window, maxMissed, untilJudged: startHeight + window - height },
  })
}

describe('advance', () => {
  test('W30: with the letters at hand the counters move exactly as the chain moves them', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { model, ring, read, rules } = live(history)
        fc.pre(model.jailedAt === null)
        const since = lettersSince(read, ring, ring.newest() ?? 0)
        const now = advance(read, bitsOf(read, ring, 1, rules.window), since, rules.window)
        expect(now).toMatchObject({ missed: model.missed, indexOffset: model.indexOffset })
      }),
    )
  })

  test('W30: letters that are counted as they come add up to what they do all at once', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { ring, read, rules } = live(history)
        const bits = bitsOf(read, ring, 1, rules.window)
        const kept = noLettersSince(read)
        for (let height = read.height; height <= (ring.newest() ?? 0); height++) {
          addLetters(kept, ring, 1, height)
          const atOnce = lettersSince(read, ring, height)
          expect(advance(read, bits, kept, rules.window)).toEqual(advance(read, bits, atOnce, rules.window))
          expect(kept).toEqual(atOnce)
        }
      }),
    )
  })

  test('W31: letters that do not add up to the counter give no exact one', () => {
    const ring = createLetterRing(100)
    for (let height = 10; height < 20; height++)
      ring.put(height, packLetters([[0, height === 12 ? 'm' : 's']]), 0)
    const read = { height: 20, startHeight: 1, indexOffset: 500, missed: 2 }
    expect(bitsOf(read, ring, 0, 100)).toEqual({
      ...{ length: 100, knownFrom: 90 },
      ...{ missedAt: new Set([92]), missed: 2 },
    })
    expect(advance(read, bitsOf(read, ring, 0, 100), noLettersSince(read), 100)).toBeNull()
    expect(bitsOf({ ...read, missed: 0 }, ring, 0, 100)).toMatchObject({ knownFrom: 0, missedAt: new Set() })
    expect(bitsOf({ ...read, missed: 1 }, ring, 0, 100)).toMatchObject({
      ...{ knownFrom: 0, missedAt: new Set([92]) },
    })
    // More than there is room for where nobody looked: the letters are not those that the chain counted.
    expect(bitsOf({ ...read, missed: 92 }, ring, 0, 100)).toMatchObject({
      ...{ knownFrom: 100, missedAt: new Set() },
    })
  })
})

describe('missedWhere', () => {
  test('W193: where nobody knows which misses left, the counter of the chain lies between the fewest and the most', () => {
    let inexact = 0
    fc.assert(
      fc.property(halfSeen, (history) => {
        const past = live(history)
        fc.pre(past.model.jailedAt === null)
        const { read, ring, rules, height, model } = past
        const bits = bitsOf(read, ring, 1, rules.window)
        const question = { bits, since: lettersSince(read, ring, height).letters, window: rules.window }
        const [fewest, most] = [missedWhere(question, 'latest'), missedWhere(question, 'soonest')]
        expect(fewest).toBeLessThanOrEqual(model.missed)
        expect(most).toBeGreaterThanOrEqual(model.missed)
        if (fewest < most) inexact++
      }),
      { numRuns: 2_000 },
    )
    expect(inexact).toBeGreaterThan(50)
  })
})

describe('blocksToJail', () => {
  test('W32: it is when x/slashing jails, if every block from now on is missed', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const past = live(history)
        fc.pre(past.model.jailedAt === null)
        const bounds = figure(past)
        const jailedIn = truth(past)
        expect(bounds?.atMost).toBe(bounds?.atLeast)
        if (jailedIn === null) expect(bounds).toBeNull()
        else expect(Math.max(bounds?.atLeast ?? Number.NaN, 1)).toBe(jailedIn)
      }),
    )
  })

  test('W33, W140: where some letters are not known the truth lies between “at least” and “at most”', () => {
    let inexact = 0
    fc.assert(
      fc.property(halfSeen, (history) => {
        const past = live(history)
        fc.pre(past.model.jailedAt === null)
        const bounds = figure(past)
        const jailedIn = truth(past)
        if (jailedIn === null) return
        expect(bounds).not.toBeNull()
        if (bounds === null) return
        expect(bounds.atLeast).toBeLessThanOrEqual(jailedIn)
        expect(Math.max(bounds.atMost, 1)).toBeGreaterThanOrEqual(jailedIn)
        if (bounds.atLeast < bounds.atMost) inexact++
      }),
      { numRuns: 2_000 },
    )
    expect(inexact).toBeGreaterThan(50)
  })

  test('W140: both bounds are reached, so neither can be nearer', () => {
    // Ten of twenty missed, nobody saw which; above twelve jails.
    const bits = { length: 20, knownFrom: 20, missedAt: new Set<number>(), missed: 10 }
    const question = { bits, since: [], window: 20, maxMissed: 12, untilJudged: -100 }
    expect(blocksToJail(question)).toEqual({ atLeast: 3, atMost: 13 })
    // The newest five were signed, and the misses before them leave first or last.
    expect(blocksToJail({ ...question, bits: { ...bits, knownFrom: 15 } })).toEqual({
      atLeast: 3,
      atMost: 13,
    })
    expect(blocksToJail({ ...question, untilJudged: 5 })).toEqual({ atLeast: 5, atMost: 13 })
    expect(blocksToJail({ ...question, maxMissed: 20 })).toBeNull()
  })
})
