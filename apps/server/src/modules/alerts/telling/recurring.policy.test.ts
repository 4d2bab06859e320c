import { expect, test } from 'vitest'
import { type JailAhead, longRunFrom, type Recurring, tellFrom } from './recurring.policy.ts'

const second = 1_000
const minute = 60 * second
const beganAt = Date.UTC(2026, 10, 21, 12, 0)

/** A second outage within the hour, whose end a contact is told of, of which a validator is jailed so long after it began. */
const again = (jail: Partial<JailAhead> & { afterMs: number }): Recurring => ({
  ...{ times: '2', hasEnd: false, isAcknowledged: false, severity: 'WARNING' },
  stands: { isOn: true, sinceMs: beganAt },
  jail: { asOfMs: beganAt, atMs: beganAt + jail.afterMs, missed: 4, mostMissed: 500, ...jail },
  ...{ longRunMs: null, hasLongRun: false, isLeftOutOfMute: false },
  told: [false, true].map((isEnd, index) => ({
    ...{ alertId: index + 1, times: '1', isEnd, isOver: isEnd, severity: 'WARNING' as const },
    atMs: beganAt - (2 - index) * minute,
  })),
})
const waits = (jail: Parameters<typeof again>[0], channel = 'sms') => {
  const from = tellFrom(channel, again(jail), beganAt)
  return from === null ? null : from - beganAt
}

test('E324: near jail what begins again waits for a quarter of what is left, a minute at least, and for half of what may be missed at most', () => {
  expect(waits({ afterMs: 500 * second })).toBe(125 * second)
  expect(waits({ afterMs: 500 * second }, 'voice')).toBe(125 * second)
  // A blip of less than a minute rings nobody, however short the window is.
  expect(waits({ afterMs: 150 * second, mostMissed: 100 })).toBe(minute)
  // The window was missed in part before: half of it is sooner.
  expect(waits({ afterMs: 271 * second, missed: 230 })).toBe(21 * second)
  expect(waits({ afterMs: 100 * second, missed: 251 })).toBeNull()
  // Further away five minutes are the bound.
  expect(waits({ afterMs: 60 * minute })).toBe(5 * minute)
})

test('E421: a run is no blip from three times the longest before it on, of 16 blocks; where blocks take how long nobody knows, of a minute', () => {
  /** Of blocks of so many seconds; what went before was of so many seconds. */
  const from = (blockSeconds: number | null, ...before: number[]) => {
    const left = { missed: 4, mostMissed: 500 }
    const jail = {
      ...{ asOfMs: beganAt, atMs: beganAt + (blockSeconds ?? 0) * 497 * second },
      ...(blockSeconds === null ? { missed: null, mostMissed: null } : left),
    }
    const runs = longRunFrom(beganAt, { jail, beforeMs: before.map((one) => one * second) })
    return runs === null ? null : (runs - beganAt) / second
  }
  expect(from(1)).toBeNull()
  expect([from(1, 4, 5), from(1, 30, 4)]).toEqual([16, 90])
  expect([from(6, 24), from(12, 60, 70)]).toEqual([96, 210])
  expect([from(null, 4), from(null, 50)]).toEqual([60, 150])
})

test('E421 E422: a phone rings for a run as for what stays: twice in an hour; for what a mute leaves out more often', () => {
  const calls = [1, 2].map((times) => ({
    ...{ alertId: times, times: String(times), isEnd: false, isOver: true, severity: 'WARNING' as const },
    atMs: beganAt - (3 - times) * 10 * minute,
  }))
  const run = { ...again({ afterMs: 60 * minute }), times: '3', longRunMs: beganAt + 16 * second }
  const from = (one: Recurring) => ((tellFrom('voice', one, beganAt) ?? 0) - beganAt) / minute
  expect(from({ ...run, told: calls.slice(1) })).toBeCloseTo(16 / 60)
  expect(from({ ...run, told: calls })).toBe(40)
  expect(from({ ...run, told: calls, isLeftOutOfMute: true })).toBe(1)
})
