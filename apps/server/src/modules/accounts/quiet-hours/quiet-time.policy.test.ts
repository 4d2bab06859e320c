import { type QuietWindow, weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { assert, constantFrom, integer, property, record, subarray, array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNeverLoud, quietUntil } from './quiet-time.policy.ts'

const minute = 60_000
const hour = 60 * minute
const every: QuietWindow['days'] = [...weekdays]
const nights: QuietWindow[] = [{ days: every, from: '22:00', to: '07:00' }]
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
]

const until = (windows: QuietWindow[], zone: string, at: string): string | null => {
  const end = quietUntil(windows, zone, Date.parse(at))
  return end === null ? null : new Date(end).toISOString().slice(0, 16)
}

describe('D160: it is quiet from a local time to another', () => {
  test.each([
    ['in the evening', '2026-11-24T21:30:00Z', '2026-11-25T06:00'],
    ['from its first moment on', '2026-11-24T21:00:00Z', '2026-11-25T06:00'],
    ['after midnight', '2026-11-25T03:00:00Z', '2026-11-25T06:00'],
    ['not at its end', '2026-11-25T06:00:00Z', null],
    ['not by day', '2026-11-25T12:00:00Z', null],
  ])('%s', (_when, at, expected) => {
    expect(until(nights, 'Europe/Berlin', at)).toBe(expected)
  })

  test('D160: of its days alone: the night of a Friday goes on into Saturday', () => {
    const friday: QuietWindow[] = [{ days: ['FRI'], from: '22:00', to: '07:00' }]
    expect(until(friday, 'UTC', '2026-11-28T03:00:00Z')).toBe('2026-11-28T07:00')
    expect(until(friday, 'UTC', '2026-11-27T03:00:00Z')).toBeNull()
    expect(until(friday, 'UTC', '2026-11-28T22:30:00Z')).toBeNull()
  })

  test('D160: a time at or before the first is the next day’s', () => {
    expect(until([{ days: ['MON'], from: '08:00', to: '08:00' }], 'UTC', '2026-11-24T07:59:00Z')).toBe(
      '2026-11-24T08:00',
    )
  })

  test('D160: what touches is one', () => {
    const weekend: QuietWindow[] = [
      { days: ['FRI'], from: '18:00', to: '00:00' },
      { days: ['SAT', 'SUN'], from: '00:00', to: '00:00' },
    ]
    expect(until(weekend, 'UTC', '2026-11-27T19:00:00Z')).toBe('2026-11-30T00:00')
  })
})

describe('D161: clocks are set forward and back', () => {
  test('D161: the night is an hour shorter, and an hour longer', () => {
    expect(until(nights, 'Europe/Berlin', '2026-03-28T21:00:00Z')).toBe('2026-03-29T05:00')
    expect(until(nights, 'Europe/Berlin', '2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00')
  })

  test('D161: an end that is skipped comes as much later', () => {
    const early: QuietWindow[] = [{ days: every, from: '22:00', to: '02:30' }]
    expect(until(early, 'Europe/Berlin', '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:30')
  })

  test('D161: of an end that comes twice the first counts, and it is not quiet again at the second', () => {
    const early: QuietWindow[] = [{ days: every, from: '22:00', to: '02:30' }]
    expect(until(early, 'Europe/Berlin', '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:30')
    expect(until(early, 'Europe/Berlin', '2026-10-25T01:15:00Z')).toBeNull()
  })

  test('D161: the clocks of Casablanca go back for Ramadan', () => {
    expect(until(nights, 'Africa/Casablanca', '2026-02-14T23:00:00Z')).toBe('2026-02-15T07:00')
    expect(until(nights, 'Africa/Casablanca', '2026-02-12T23:00:00Z')).toBe('2026-02-13T06:00')
  })
})

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
const someTime = integer({ min: 0, max: 24 * 60 - 1 }).map(timeOf)
const someWindow = record({ days: subarray([...weekdays], { minLength: 1 }), from: someTime, to: someTime })
const someWindows = array(someWindow, { maxLength: 4 }).filter((windows) => !isNeverLoud(windows))
const someMoment = integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2028, 0, 1) / 1000 }).map(
  (at) => at * 1000,
)

/** Whether the clocks on the wall say so; only where they are not changed about then. */
function isQuietByClocks(windows: readonly QuietWindow[], zone: string, at: number): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const day = weekdays.findIndex((name) => name === of('weekday').toUpperCase())
  const now = `${of('hour')}:${of('minute')}`
  const [today, before] = [weekdays[day], weekdays[(day + 6) % 7]]
  if (today === undefined || before === undefined) throw new Error('no such day')
  return windows.some(({ days, from, to }) => {
    if (to > from) return days.includes(today) && from <= now && now < to
    return (days.includes(today) && from <= now) || (days.includes(before) && now < to)
  })
}
const offset = (zone: string, at: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(at).split('GMT')[1]
const isSteady = (zone: string, at: number) =>
  new Set([-50, -25, 0, 25, 50].map((hours) => offset(zone, at + hours * hour))).size === 1

test('D160: it is quiet when the clocks on the wall say so', () => {
  assert(
    property(someWindows, constantFrom(...zones), someMoment, (windows, zone, at) => {
      if (!isSteady(zone, at)) return
      expect(quietUntil(windows, zone, at) !== null).toBe(isQuietByClocks(windows, zone, at))
    }),
    { numRuns: 500 },
  )
})

test('D161: at any time of any year it ends later, is quiet until then and not then', () => {
  assert(
    property(
      someWindows,
      constantFrom(...zones),
      someMoment,
      integer({ min: 0, max: 999 }),
      (windows, zone, at, part) => {
        const end = quietUntil(windows, zone, at)
        if (end === null) return
        expect(end).toBeGreaterThan(at)
        expect(quietUntil(windows, zone, end)).toBeNull()
        const between = at + Math.floor(((end - at) * part) / 1000)
        expect(quietUntil(windows, zone, between)).toBe(end)
      },
    ),
    { numRuns: 500 },
  )
})

test('D162: quiet hours without a pause in the week are none that ever end', () => {
  expect(isNeverLoud([{ days: every, from: '08:00', to: '08:00' }])).toBe(true)
  expect(isNeverLoud([{ days: every, from: '08:00', to: '07:59' }])).toBe(false)
  expect(isNeverLoud([{ days: every.slice(1), from: '08:00', to: '08:00' }])).toBe(false)
})
