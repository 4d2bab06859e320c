import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import type { Rotation } from '@roundsman/contract/alerts/on-call'
import { array, assert, constantFrom, integer, option, property, record, uniqueArray } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { instantOf, offsetAt } from '../../../platform/zone-time.ts'
import { onCallAt, type Schedule, shiftsBetween } from './shifts.policy.ts'

/** Another one each time; `ON_CALL_SEED` repeats one. */
const seed = Number(process.env['ON_CALL_SEED'] ?? systemClock.now() % 1_000_000)
const [ann, ben, cem] = [1, 2, 3]
const hour = 3_600_000
const day = 24 * hour
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
]

const daily: Rotation = {
  members: [ann, ben],
  every: 'DAY',
  hand_over: { at: '09:00' },
  starts_on: '2026-11-23',
}
const planned = (rotation: Partial<Rotation> | null, over: Partial<Schedule> = {}): Schedule => ({
  timeZone: 'Europe/Berlin',
  rotation: rotation && { ...daily, ...rotation },
  overrides: [],
  members: new Set([ann, ben, cem]),
  ...over,
})
/** As `who from to`, in UTC, with a star where it is an override. */
const lines = (schedule: Schedule, from: string, to: string) =>
  shiftsBetween(schedule, Date.parse(from), Date.parse(to)).map((one) =>
    [
      one.userId,
      ...[one.from, one.to].map((at) => new Date(at).toISOString().slice(0, 16)),
      one.isOverride ? '*' : '',
    ]
      .join(' ')
      .trim(),
  )
const spanning = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })

describe('D195: turns of a rotation', () => {
  test('D195: each day at the hand-over time, in the order of the members; none before it starts', () => {
    expect(lines(planned({}), '2026-11-22T00:00Z', '2026-11-25T12:00Z')).toEqual([
      '1 2026-11-23T08:00 2026-11-24T08:00',
      '2 2026-11-24T08:00 2026-11-25T08:00',
      '1 2026-11-25T08:00 2026-11-26T08:00',
    ])
    expect(onCallAt(planned({}), Date.parse('2026-11-23T07:59Z'))).toBeNull()
    expect(onCallAt(planned({}), Date.parse('2026-11-23T08:00Z'))).toBe(ann)
    expect(onCallAt(planned({}), Date.parse('2026-11-24T08:00Z'))).toBe(ben)
  })

  test('D195: each week on its day; the first turn begins on the day on which the rotation starts, and is shorter', () => {
    const weekly = planned({ every: 'WEEK', hand_over: { day: 'MON', at: '09:00' }, starts_on: '2026-11-26' })
    expect(lines(weekly, '2026-11-26T00:00Z', '2026-12-08T00:00Z')).toEqual([
      '1 2026-11-26T08:00 2026-11-30T08:00',
      '2 2026-11-30T08:00 2026-12-07T08:00',
      '1 2026-12-07T08:00 2026-12-14T08:00',
    ])
    const own = planned({ every: 'WEEK', hand_over: { at: '09:00' }, starts_on: '2026-11-26' })
    expect(lines(own, '2026-11-26T09:00Z', '2026-12-03T08:00Z')).toEqual([
      '1 2026-11-26T08:00 2026-12-03T08:00',
    ])
  })

  test('D195: a rotation without anybody, or none at all, has no shifts', () => {
    for (const schedule of [
      planned(null),
      planned({ members: [] }),
      planned({}, { members: new Set([cem]) }),
    ]) {
      expect(lines(schedule, '2026-11-23T00:00Z', '2026-12-23T00:00Z')).toEqual([])
      expect(onCallAt(schedule, Date.parse('2026-11-24T00:00Z'))).toBeNull()
    }
  })

  test('D196: who left is passed over, and nobody else’s turn moves', () => {
    const members = [ann, ben, cem]
    const left = planned({ members }, { members: new Set([ann, cem]) })
    const who = (schedule: Schedule) =>
      shiftsBetween(schedule, Date.parse('2026-11-23T08:00Z'), Date.parse('2026-11-29T08:00Z')).map(
        ({ userId }) => userId,
      )
    expect(who(planned({ members }))).toEqual([ann, ben, cem, ann, ben, cem])
    expect(who(left)).toEqual([ann, cem, cem, ann, cem, cem])
  })
})

describe('D195: hand-overs while the clocks are changed', () => {
  test('D195: it is the time on the wall: a shift is an hour shorter, and an hour longer', () => {
    expect(lines(planned({ starts_on: '2026-03-28' }), '2026-03-28T08:00Z', '2026-03-30T07:00Z')).toEqual([
      '1 2026-03-28T08:00 2026-03-29T07:00',
      '2 2026-03-29T07:00 2026-03-30T07:00',
    ])
    expect(lines(planned({ starts_on: '2026-10-24' }), '2026-10-24T07:00Z', '2026-10-26T08:00Z')).toEqual([
      '1 2026-10-24T07:00 2026-10-25T08:00',
      '2 2026-10-25T08:00 2026-10-26T08:00',
    ])
  })

  test('D195: a hand-over that the clocks skip comes as much later; of one that comes twice the first counts', () => {
    const night = { hand_over: { at: '02:30' } }
    expect(
      lines(planned({ ...night, starts_on: '2026-03-28' }), '2026-03-28T01:30Z', '2026-03-30T00:30Z'),
    ).toEqual(['1 2026-03-28T01:30 2026-03-29T01:30', '2 2026-03-29T01:30 2026-03-30T00:30'])
    expect(
      lines(planned({ ...night, starts_on: '2026-10-24' }), '2026-10-24T00:30Z', '2026-10-26T01:30Z'),
    ).toEqual(['1 2026-10-24T00:30 2026-10-25T00:30', '2 2026-10-25T00:30 2026-10-26T01:30'])
  })

  test('D195: a day that a place skips has no turn: whoever comes next takes over at once', () => {
    // Samoa went from December 29, 2011, to December 31.
    const samoa = planned({ starts_on: '2011-12-28', members: [ann, ben, cem] }, { timeZone: 'Pacific/Apia' })
    expect(lines(samoa, '2011-12-28T19:00Z', '2011-12-31T19:00Z')).toEqual([
      '1 2011-12-28T19:00 2011-12-29T19:00',
      '2 2011-12-29T19:00 2011-12-30T19:00',
      '1 2011-12-30T19:00 2011-12-31T19:00',
    ])
  })
})

describe('D197: overrides', () => {
  test('D197: somebody takes a day: before and behind it the rotation goes on', () => {
    const tuesday = { userId: cem, ...spanning('2026-11-24T00:00Z', '2026-11-24T12:00Z') }
    expect(lines(planned({}, { overrides: [tuesday] }), '2026-11-23T08:00Z', '2026-11-25T08:00Z')).toEqual([
      '1 2026-11-23T08:00 2026-11-24T00:00',
      '3 2026-11-24T00:00 2026-11-24T12:00 *',
      '2 2026-11-24T12:00 2026-11-25T08:00',
    ])
  })

  test('D197: of two the last counts; one of somebody who left does not; without a rotation they are all there is', () => {
    const first = { userId: ann, ...spanning('2026-11-24T00:00Z', '2026-11-26T00:00Z') }
    const last = { userId: ben, ...spanning('2026-11-25T00:00Z', '2026-11-25T06:00Z') }
    const gone = { userId: 9, ...spanning('2026-11-24T00:00Z', '2026-11-26T00:00Z') }
    const schedule = planned(null, { overrides: [first, last, gone] })
    expect(lines(schedule, '2026-11-20T00:00Z', '2026-11-30T00:00Z')).toEqual([
      '1 2026-11-24T00:00 2026-11-25T00:00 *',
      '2 2026-11-25T00:00 2026-11-25T06:00 *',
      '1 2026-11-25T06:00 2026-11-26T00:00 *',
    ])
  })
})

describe('whatever is planned', () => {
  const from = Date.parse('2026-02-01T00:00:00Z')
  const dates = integer({ min: 0, max: 330 }).map((days) =>
    new Date(from + days * day).toISOString().slice(0, 10),
  )
  const times = integer({ min: 0, max: 1_439 }).map((minutes) =>
    [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0')).join(':'),
  )
  const schedules = record({
    timeZone: constantFrom(...zones),
    rotation: record({
      members: array(integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
      every: constantFrom<Rotation['every']>('DAY', 'WEEK'),
      hand_over: record({ day: option(constantFrom(...weekdays)), at: times }),
      starts_on: dates,
    }),
    overrides: array(
      record({
        userId: integer({ min: 1, max: 4 }),
        begin: integer({ min: 0, max: 360 * 24 }),
        hours: integer({ min: 1, max: 200 }),
      }).map(({ userId, begin, hours }) => ({
        userId,
        from: from + begin * hour,
        to: from + (begin + hours) * hour,
      })),
      { maxLength: 4 },
    ),
    members: uniqueArray(integer({ min: 1, max: 4 }), { maxLength: 4 }).map((some) => new Set(some)),
  })
  const moments = integer({ min: 0, max: 360 * 24 * 60 }).map((minutes) => from + minutes * 60_000)

  test(`D195 D197: shifts never overlap, and from the start of a rotation with anybody in it somebody is on call; seed ${seed}`, () => {
    assert(
      property(schedules, moments, integer({ min: 1, max: 60 }), (schedule, at, days) => {
        const to = at + days * day
        const shifts = shiftsBetween(schedule, at, to)
        for (const [index, shift] of shifts.entries()) {
          expect(shift.from).toBeLessThan(shift.to)
          expect(schedule.members.has(shift.userId)).toBe(true)
          const next = shifts[index + 1]
          if (next) expect(next.from).toBeGreaterThanOrEqual(shift.to)
        }
        const starts = instantOf(
          schedule.timeZone,
          Date.parse(`${schedule.rotation.starts_on}T${schedule.rotation.hand_over.at}Z`),
        )
        const isManned = schedule.rotation.members.some((one) => schedule.members.has(one))
        if (!isManned || starts > at) return
        expect(shifts[0]?.from).toBeLessThanOrEqual(at)
        expect(shifts.at(-1)?.to).toBeGreaterThanOrEqual(to)
        for (const [index, shift] of shifts.slice(1).entries()) expect(shift.from).toBe(shifts[index]?.to)
      }),
      { seed },
    )
  })

  test(`D195: a hand-over is at its time on the wall, or as much later as the clocks skip; seed ${seed}`, () => {
    assert(
      property(schedules, moments, ({ overrides: _none, ...schedule }, at) => {
        const shifts = shiftsBetween({ ...schedule, overrides: [] }, at, at + 30 * day)
        const [hours, minutes] = schedule.rotation.hand_over.at.split(':').map(Number)
        const wanted = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000
        for (const { from: begin } of shifts) {
          const wall = begin + offsetAt(schedule.timeZone, begin)
          const skipped = offsetAt(schedule.timeZone, begin) - offsetAt(schedule.timeZone, begin - day)
          expect([wanted, (wanted + Math.max(0, skipped)) % day]).toContain(((wall % day) + day) % day)
        }
      }),
      { seed },
    )
  })

  test(`D195 D196 D197: who is on call at a moment is who has the shift, and the last override that covers it; seed ${seed}`, () => {
    assert(
      property(schedules, moments, (schedule, at) => {
        const on = onCallAt(schedule, at)
        const around = shiftsBetween(schedule, at - 40 * day, at + 40 * day)
        expect(around.find((one) => one.from <= at && at < one.to)?.userId ?? null).toBe(on)
        const covering = schedule.overrides.filter(
          (one) => schedule.members.has(one.userId) && one.from <= at && at < one.to,
        )
        if (covering.length > 0) expect(on).toBe(covering.at(-1)?.userId)
        // Whoever is on call by their own turn stays so, whoever else leaves.
        if (covering.length === 0 && on !== null) {
          const everybody = { ...schedule, members: new Set([1, 2, 3, 4]), overrides: [] }
          const own = onCallAt(everybody, at)
          if (own !== null && schedule.members.has(own)) expect(on).toBe(own)
        }
      }),
      { seed },
    )
  })
})

test('15.1.3 B226: a zone is remembered once, in however many spellings it is named', () => {
  const Format = Intl.DateTimeFormat
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function made(...of) {
    return new Format(...of)
  })
  const letters = [...'america/argentina/la_rioja']
  for (let spelling = 0; spelling < 200; spelling += 1) {
    const zone = letters
      .map((one, index) => ((spelling >> (index % 8)) & 1 ? one.toUpperCase() : one))
      .join('')
    expect(offsetAt(zone, Date.UTC(2026, 10, 26))).toBe(-3 * 60 * 60_000)
  }
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
  made.mockRestore()
})
