import { expect, test } from 'vitest'
import { type JailAhead, type Recurring, tellFrom } from './recurring.policy.ts'

const second = 1_000
const minute = 60 * second
const beganAt = Date.UTC(2026, 10, 21, 12, 0)

/** A second outage within the hour, whose end a contact is told of, of which a validator is jailed so long after it began. */
const again = (jail: Partial<JailAhead> & { afterMs: number }): Recurring => ({
  ...{ times: '2', hasEnd: false, isAcknowledged: false, severity: 'WARNING' },
  stands: { isOn: true, sinceMs: beganAt },
  jail: { asOfMs: beganAt, atMs: beganAt + jail.afterMs, missed: 4, mostMissed: 500, ...jail },
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
