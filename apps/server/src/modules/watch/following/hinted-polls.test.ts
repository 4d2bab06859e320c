import { beforeEach, describe, expect, test } from 'vitest'
import { createHintedPolls, type HintedPolls } from './header-hints.ts'

let now = 0
let head: number | null = 100
let blockMs: number | null = 500
let polls: HintedPolls
beforeEach(() => {
  now = 0
  head = 100
  blockMs = 500
  polls = createHintedPolls(
    { monotonic: () => now },
    () => head,
    () => blockMs,
  )
})
/** A poll that finds the chain at a height. */
const poll = (found: number, pauseMs = 5_000) => {
  const hosts = polls.begin()
  head = found
  return { hosts, pauseMs: polls.end(pauseMs) }
}

describe('W71: what a hint does', () => {
  test('a newer block is looked for at once, and who announced it is asked too', () => {
    expect(polls.announce('a', 101)).toBe('poll')
    expect(poll(101)).toEqual({ hosts: ['a'], pauseMs: 5_000 })
    expect(poll(101)).toEqual({ hosts: [], pauseMs: 5_000 })
  })

  test('a block that is known does nothing, and neither does one before the first poll has gone well', () => {
    expect([polls.announce('a', 100), polls.announce('a', 1)]).toEqual(['known', 'known'])
    head = null
    expect(polls.announce('a', 101)).toBe('known')
    expect(polls.begin()).toEqual([])
  })

  test('the other endpoint that announces the same block causes no poll after the first has found it', () => {
    polls.announce('a', 101)
    polls.begin()
    expect(polls.announce('b', 101)).toBe('noted')
    head = 101
    expect(polls.end(5_000)).toBe(5_000)
    expect(polls.announce('b', 101)).toBe('known')
  })

  test('what is announced during a poll that did not see it is looked for right after', () => {
    polls.begin()
    expect(polls.announce('a', 101)).toBe('noted')
    expect(polls.end(5_000)).toBe(0)
    expect(poll(101)).toEqual({ hosts: ['a'], pauseMs: 5_000 })
  })

  test('a block that is not there yet is looked for a few times more, and then no sooner than without hints', () => {
    polls.announce('a', 101)
    const pauses = Array.from({ length: 6 }, () => {
      const { pauseMs } = poll(100)
      now += pauseMs
      return pauseMs
    })
    expect(pauses).toEqual([30, 60, 120, 240, 5_000, 5_000])
  })

  test('never later than without hints', () => {
    polls.announce('a', 101)
    expect([poll(100, 20).pauseMs, poll(100, 20).pauseMs]).toEqual([20, 20])
  })

  test('after a poll that failed the back-off of the loop holds', () => {
    polls.announce('a', 101)
    polls.begin()
    // It failed: it has no end.
    expect([polls.announce('a', 102), polls.announce('b', 102)]).toEqual(['noted', 'noted'])
    expect(poll(102)).toEqual({ hosts: ['a', 'b'], pauseMs: 5_000 })
    expect(polls.announce('a', 103)).toBe('poll')
  })
})

describe('W72: a liar makes nobody poll more often than a late block does', () => {
  /** Announces every 10 ms for a while; gives the number of polls. */
  function flood(forMs: number, heightOf: (index: number) => number): number {
    let taken = 0
    let dueAt = Number.POSITIVE_INFINITY
    for (let index = 0; index < forMs / 10; index++) {
      now += 10
      if (polls.announce('liar', heightOf(index)) === 'poll' || now >= dueAt) {
        taken += 1
        dueAt = now + poll(head ?? 0).pauseMs
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
    for (let index = 0; index < 1_000; index++) expect(polls.announce('a', 100 - index)).toBe('known')
    expect(polls.announce('a', 101)).toBe('poll')
  })

  test('and takes nothing from the one that reports the truth', () => {
    for (let block = 101; block < 160; block++) {
      for (let index = 0; index < 50; index++) {
        now += 10
        polls.announce('liar', 10_000 + block * index)
        poll(block - 1)
      }
      expect([block, polls.announce('honest', block)]).toEqual([block, 'poll'])
      expect(poll(block).hosts).toContain('honest')
    }
  })
})
