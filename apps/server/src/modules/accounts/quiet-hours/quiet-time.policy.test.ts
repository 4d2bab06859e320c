import { type QuietWindow, weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { array, assert, constantFrom, integer, pre, property, record, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { isNeverLoud, quietUntil } from './quiet-time.policy.ts'

/** Another one each time; `QUIET_SEED` repeats one. */
const seed = Number(process.env['QUIET_SEED'] ?? systemClock.now() % 1_000_000)
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

  test('D161: at Lord Howe the clocks are set by half an hour', () => {
    const nights: QuietWindow[] = [{ days: every, from: '22:00', to: '02:00' }]
    // Forward on October 4 at 2:00, to 2:30: the end is skipped, and comes half an hour later on the wall.
    expect(until(nights, 'Australia/Lord_Howe', '2026-10-03T13:00:00Z')).toBe('2026-10-03T15:30')
    // Back on April 5 at 2:00, to 1:30.
    expect(until(nights, 'Australia/Lord_Howe', '2026-04-04T13:00:00Z')).toBe('2026-04-04T15:30')
    const early: QuietWindow[] = [{ days: every, from: '22:00', to: '01:45' }]
    expect(until(early, 'Australia/Lord_Howe', '2026-04-04T13:00:00Z')).toBe('2026-04-04T14:45')
    expect(until(early, 'Australia/Lord_Howe', '2026-04-04T15:05:00Z')).toBeNull()
  })

  test('D161: where clocks are never changed, every night is as long', () => {
    for (const day of ['2026-01-10', '2026-03-29', '2026-07-10', '2026-10-25'])
      expect(until(nights, 'Asia/Tokyo', `${day}T13:00:00Z`)).toBe(`${day}T22:00`)
  })
})

/** Changes of clocks: forward and back, by an hour and by half of one, and one that no rule tells; and a zone without. */
const changes: readonly (readonly [zone: string, at: string])[] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Asia/Tokyo', '2026-06-01T00:00Z'],
]
const [daysBefore, daysAfter] = [4, 10]
/** What the clocks on the wall show in each minute about a change, in minutes since 1970. */
const walls = changes.map(([zone, at]) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const first = Date.parse(at) / minute - daysBefore * 24 * 60
  const shown = Array.from({ length: (daysBefore + daysAfter) * 24 * 60 }, (_, index) =>
    Math.round(Date.parse(`${format.format((first + index) * minute).replace(' ', 'T')}Z`) / minute),
  )
  return { zone, first, shown }
})

/** The first minute in which the wall shows a time; of a time that it never shows, as long after what it showed before. */
function firstShown(shown: readonly number[], wanted: number): number {
  const index = shown.indexOf(wanted)
  if (index >= 0) return index
  const after = shown.findIndex((one) => one > wanted)
  // Before or behind what is looked at.
  if (after <= 0) return after === 0 ? wanted - (shown[0] ?? 0) : shown.length + wanted - (shown.at(-1) ?? 0)
  return after - 1 + wanted - (shown[after - 1] ?? 0)
}

/** Minute by minute: which of them are quiet, whatever the policy says. */
function quietMinutes(windows: readonly QuietWindow[], shown: readonly number[]): boolean[] {
  const quiet = shown.map(() => false)
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const dates = [...new Set(shown.map((one) => Math.floor(one / 1440)))]
  for (const { days, from, to } of windows)
    for (const date of [(dates[0] ?? 0) - 1, ...dates]) {
      const name = weekdays[(date + 3) % 7]
      if (name === undefined || !days.includes(name)) continue
      const begin = firstShown(shown, date * 1440 + minutesOf(from))
      const end = firstShown(shown, (to > from ? date : date + 1) * 1440 + minutesOf(to))
      for (let index = Math.max(0, begin); index < Math.min(end, quiet.length); index += 1)
        quiet[index] = true
    }
  return quiet
}

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

test(`D161: about every change of the clocks it is quiet until when minutes counted one by one say, seed ${seed}`, () => {
  const someMinute = integer({ min: 24 * 60, max: (daysBefore + 2) * 24 * 60 })
  assert(
    property(someWindows, constantFrom(...walls), someMinute, (windows, { zone, first, shown }, index) => {
      const quiet = quietMinutes(windows, shown)
      const end = quiet.indexOf(false, index)
      // One that goes on beyond what was counted.
      pre(end >= 0 && end < quiet.length - 2 * 24 * 60)
      const expected = end === index ? null : (first + end) * minute
      expect(quietUntil(windows, zone, (first + index) * minute)).toBe(expected)
    }),
    { numRuns: 2_000, seed },
  )
})

test('D162: quiet hours without a pause in the week are none that ever end', () => {
  expect(isNeverLoud([{ days: every, from: '08:00', to: '08:00' }])).toBe(true)
  expect(isNeverLoud([{ days: every, from: '08:00', to: '07:59' }])).toBe(false)
  expect(isNeverLoud([{ days: every.slice(1), from: '08:00', to: '08:00' }])).toBe(false)
})
