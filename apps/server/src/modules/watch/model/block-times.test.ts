import { expect, test } from 'vitest'
import { createBlockTimes, type NewestBlock } from './block-times.ts'

const start = Date.UTC(2026, 10, 27)

/** Networks whose blocks come at a pace, each shown `lag` after the time in its header, by a clock that is `ahead`. */
function site() {
  const times = createBlockTimes()
  let now = start
  return {
    /** For so many seconds, looked at each five. */
    watch(
      seconds: number,
      networks: readonly {
        pace: number
        lag?: number
        halted?: boolean
        assurance?: NewestBlock['assurance']
      }[],
      ahead = 0,
    ) {
      for (const end = now + seconds * 1_000; now < end; now += 5_000)
        times.learn(
          networks.map(({ pace, lag = pace, halted, assurance = 'PROVEN' }, index): NewestBlock => {
            const shown = halted ? start : Math.floor((now - lag) / pace) * pace
            return {
              networkId: index + 1,
              epoch: 1,
              height: shown / pace,
              blockAt: shown,
              firstSeenAt: shown + lag + ahead,
              observedAt: now + ahead,
              assurance,
            }
          }),
          now + ahead,
        )
      return times.offsetMs()
    },
  }
}

const three = [{ pace: 6_000 }, { pace: 3_000 }, { pace: 12_000 }]

test.each([
  ['right', 0],
  ['a minute behind', -60_000],
  ['thirteen seconds behind', -13_000],
  ['a minute ahead', 60_000],
])('B260: blocks of several networks say how far a clock is off: %s', (_what, ahead) => {
  const offset = site().watch(120, three, ahead)
  // A block is shown about a block time after the time in its header, so much cannot be known of a clock that is behind.
  if (ahead === 0) expect(offset).toBe(0)
  if (ahead > 0) expect(offset).toBe(ahead)
  if (ahead < 0) expect(offset).toBeGreaterThanOrEqual(ahead)
  if (ahead < 0) expect(offset).toBeLessThan(0)
})

test('B260: a chain whose header has the time at which its block was proposed looks like no clock that is behind', () => {
  expect(
    site().watch(120, [
      { pace: 6_000, lag: 800 },
      { pace: 5_000, lag: 900 },
    ]),
  ).toBe(0)
})

test('B260: one network alone says nothing, nor do those that stand still, that nobody proves, or that nobody sees', () => {
  const off = 60_000
  expect(site().watch(120, [{ pace: 6_000 }], off)).toBeNull()
  expect(site().watch(120, [{ pace: 6_000 }, { pace: 6_000, halted: true }], off)).toBeNull()
  expect(site().watch(120, [{ pace: 6_000 }, { pace: 6_000, assurance: 'SINGLE' }], off)).toBeNull()
  expect(site().watch(120, [{ pace: 6_000 }, { pace: 6_000, assurance: 'AGREED' }], off)).toBe(off)
  const seen = site()
  expect(seen.watch(120, three, off)).toBe(off)
  expect(seen.watch(600, [{ pace: 6_000, halted: true }])).toBeNull()
})

test('B260: one network that is late or odd, among several, is not a clock that is off; a clock that is, shows by most', () => {
  expect(site().watch(120, [{ pace: 6_000, lag: 90_000 }, ...three])).toBe(0)
  expect(site().watch(120, [{ pace: 6_000, lag: -90_000 }, ...three])).toBe(0)
  expect(site().watch(120, [{ pace: 6_000, lag: 90_000 }, { pace: 6_000 }])).toBe(0)
  expect(site().watch(120, [{ pace: 6_000, lag: -30_000 }, ...three], 60_000)).toBe(60_000)
})

test('B260: endpoints that are slow now and then are not a clock that is ahead: the quickest block of five minutes counts', () => {
  const seen = site()
  expect(seen.watch(60, three)).toBe(0)
  const slow = three.map((one) => ({ ...one, lag: one.pace + 40_000 }))
  expect(seen.watch(120, slow)).toBe(0)
  // Nor are letters that were read late after a start: so many are waited for.
  expect(site().watch(10, slow)).toBeNull()
})
