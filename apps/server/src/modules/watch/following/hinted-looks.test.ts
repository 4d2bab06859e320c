import { beforeEach, describe, expect, test } from 'vitest'
import { createHintedLooks, type HintedLooks } from './header-hints.ts'

let now = 0
let head: number | null = 100
let blockMs: number | null = 500
let looks: HintedLooks
beforeEach(() => {
  now = 0
  head = 100
  blockMs = 500
  looks = createHintedLooks({
    clock: { monotonic: () => now },
    head: () => head,
    blockTimeMs: () => blockMs,
  })
})
/** A look that finds the chain at a height. */
const look = (found: number, pauseMs = 5_000) => {
  const hosts = looks.begin()
  head = found
  return { hosts, pauseMs: looks.end(pauseMs) }
}

describe('W71: what a hint does', () => {
  test('a newer block is looked for at once, and who announced it is asked too', () => {
    expect(looks.hear('a', 101)).toBe('look')
    expect(look(101)).toEqual({ hosts: ['a'], pauseMs: 5_000 })
    expect(look(101)).toEqual({ hosts: [], pauseMs: 5_000 })
  })

  test('a block that is known does nothing, and neither does one before the first look has gone well', () => {
    expect([looks.hear('a', 100), looks.hear('a', 1)]).toEqual(['known', 'known'])
    head = null
    expect(looks.hear('a', 101)).toBe('known')
    expect(looks.begin()).toEqual([])
  })

  test('the other endpoint that announces the same block causes no look after the first has found it', () => {
    looks.hear('a', 101)
    looks.begin()
    expect(looks.hear('b', 101)).toBe('noted')
    head = 101
    expect(looks.end(5_000)).toBe(5_000)
    expect(looks.hear('b', 101)).toBe('known')
  })

  test('what is announced during a look that did not see it is looked for right after', () => {
    looks.begin()
    expect(looks.hear('a', 101)).toBe('noted')
    expect(looks.end(5_000)).toBe(0)
    expect(look(101)).toEqual({ hosts: ['a'], pauseMs: 5_000 })
  })

  test('a block that is not there yet is looked for a few times more, and then no sooner than without hints', () => {
    looks.hear('a', 101)
    const pauses = Array.from({ length: 6 }, () => {
      const { pauseMs } = look(100)
      now += pauseMs
      return pauseMs
    })
    expect(pauses).toEqual([30, 60, 120, 240, 5_000, 5_000])
  })

  test('never later than without hints', () => {
    looks.hear('a', 101)
    expect([look(100, 20).pauseMs, look(100, 20).pauseMs]).toEqual([20, 20])
  })

  test('after a look that failed the back-off of the loop holds', () => {
    looks.hear('a', 101)
    looks.begin()
    // It failed: it has no end.
    expect([looks.hear('a', 102), looks.hear('b', 102)]).toEqual(['noted', 'noted'])
    expect(look(102)).toEqual({ hosts: ['a', 'b'], pauseMs: 5_000 })
    expect(looks.hear('a', 103)).toBe('look')
  })
})

describe('W72: a liar makes nobody look more often than a late block does', () => {
  /** Announces every 10 ms for a while; gives how often was looked. */
  function flood(forMs: number, heightOf: (index: number) => number): number {
    let taken = 0
    let dueAt = Number.POSITIVE_INFINITY
    for (let index = 0; index < forMs / 10; index++) {
      now += 10
      if (looks.hear('liar', heightOf(index)) === 'look' || now >= dueAt) {
        taken += 1
        dueAt = now + look(head ?? 0).pauseMs
      }
    }
    return taken
  }

  test.each([
    ['a height that ramps', (index: number) => 101 + index],
    ['a height that repeats', () => 101],
    ['a height beyond all', () => Number.MAX_SAFE_INTEGER],
    ['heights to and fro', (index: number) => (index % 2 === 0 ? 101 : 5_000)],
  ])('%s', (_what, heightOf) => {
    blockMs = 6_000
    // Four in a block's time, and five at once.
    expect(flood(60_000, heightOf)).toBeLessThanOrEqual(45)
    blockMs = 100
    expect(flood(10_000, heightOf)).toBeLessThanOrEqual(105)
    blockMs = null
    expect(flood(10_000, heightOf)).toBeLessThanOrEqual(25)
  })

  test('heights that are known cost nothing', () => {
    for (let index = 0; index < 1_000; index++) expect(looks.hear('a', 100 - index)).toBe('known')
    expect(looks.hear('a', 101)).toBe('look')
  })

  test('and takes nothing from the one that tells the truth', () => {
    for (let block = 101; block < 160; block++) {
      for (let index = 0; index < 50; index++) {
        now += 10
        looks.hear('liar', 10_000 + block * index)
        look(block - 1)
      }
      expect([block, looks.hear('honest', block)]).toEqual([block, 'look'])
      expect(look(block).hosts).toContain('honest')
    }
  })
})
