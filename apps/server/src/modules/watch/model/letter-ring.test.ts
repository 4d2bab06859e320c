import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLetterRing, codeAt, letterOf, packLetters } from './letter-ring.ts'

const letter = fc.constantFrom('s', 'n', 'm', 'p')
const assurance = fc.constantFrom('PROVEN', 'AGREED', 'SINGLE', null)
const block = fc.uniqueArray(fc.tuple(fc.nat(300), letter), { selector: ([slot]) => slot })

describe('packLetters', () => {
  test('W40: what is packed comes out again, and everything else is not in the set', () => {
    fc.assert(
      fc.property(block, (letters) => {
        const packed = packLetters(letters)
        const given = new Map(letters)
        for (let slot = 0; slot < 310; slot++)
          expect(letterOf(codeAt(packed, slot))).toBe(given.get(slot) ?? '-')
      }),
    )
  })

  test('W40: a hundred validators take fifty bytes', () => {
    const letters = Array.from({ length: 100 }, (_, slot) => [slot, 's'] as const)
    expect(packLetters(letters)).toHaveLength(50)
  })
})

describe('createLetterRing', () => {
  test('W41, W91: it shows the last letters, - where a height is not known or the slot is not in the set, and how each height is known', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.option(letter), assurance), { maxLength: 60 }),
        fc.integer({ min: 1, max: 70 }),
        (steps, count) => {
          const ring = createLetterRing(64)
          let height = 0
          let text = ''
          let known = ''
          for (const [step, value, how] of steps) {
            text += '-'.repeat(step - 1) + (value ?? '-')
            known += '-'.repeat(step - 1) + (how?.[0] ?? '?')
            height += step
            ring.put(height, packLetters(value === null ? [] : [[5, value]]), 0, how)
          }
          const last = (all: string) => all.slice(-64).slice(-count).padStart(count, '-')
          expect(ring.recent(5, count)).toBe(last(text))
          expect(ring.assurances(count)).toBe(last(known))
        },
      ),
    )
  })

  test('W41: slots that were never in a set take no room, however many validators a chain has', () => {
    const before = process.memoryUsage().arrayBuffers
    const ring = createLetterRing()
    ring.put(1, packLetters([[9_999, 's']]), 0)
    ring.put(2, packLetters([[0, 'm']]), 0)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000)
    expect([ring.recent(0, 2), ring.recent(5_000, 2), ring.recent(9_999, 2)]).toEqual(['-m', '--', 's-'])
  })

  test('W42: missed in a row ends at the first other letter, and is null outside the set', () => {
    const ring = createLetterRing(10)
    const put = (height: number, value: 's' | 'm' | 'n') => ring.put(height, packLetters([[0, value]]), 0)
    expect(ring.consecutiveMissed(0, 1)).toBeNull()
    put(1, 's')
    put(2, 'm')
    put(3, 'm')
    expect(ring.consecutiveMissed(0, 3)).toBe(2)
    expect(ring.consecutiveMissed(1, 3)).toBeNull()
    put(5, 'm')
    expect(ring.consecutiveMissed(0, 5)).toBe(1)
    put(6, 'n')
    expect(ring.consecutiveMissed(0, 6)).toBe(0)
    expect(ring.consecutiveMissed(0, 2)).toBe(1)
  })

  test('W42: missed in a row may be more where the block before them is not known', () => {
    const ring = createLetterRing(4)
    const put = (height: number, value: 's' | 'm') => ring.put(height, packLetters([[0, value]]), 0)
    put(7, 'm')
    put(8, 'm')
    expect(ring.knowsRunStart(0, 8)).toBe(false)
    put(9, 's')
    expect(ring.knowsRunStart(0, 9)).toBe(true)
    put(10, 'm')
    expect(ring.knowsRunStart(0, 10)).toBe(true)
    // What nobody watched, and what is forgotten, may have been missed as well.
    put(12, 'm')
    expect(ring.knowsRunStart(0, 12)).toBe(false)
    for (const height of [13, 14, 15, 16]) put(height, 'm')
    expect(ring.knowsRunStart(0, 16)).toBe(false)
  })

  test('W42: nothing was missed before the first block of a chain', () => {
    const ring = createLetterRing(4)
    for (const height of [1, 2]) ring.put(height, packLetters([[0, 'm']]), 0)
    expect(ring.knowsRunStart(0, 2)).toBe(true)
  })
})
