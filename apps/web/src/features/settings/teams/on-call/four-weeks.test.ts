import type { Shift } from '@roundsman/contract/alerts/on-call'
import { expect, test } from 'vitest'
import { ownShift } from '../../../../data/services/on-call.ts'
import { comingShifts, fourWeeks, onCallOn } from './four-weeks.ts'

const shift = (user_id: number, from: string, to: string, is_override = false): Shift => ({
  user_id,
  from: `2026-${from}:00.000Z`,
  to: `2026-${to}:00.000Z`,
  is_override,
})
const at = (time: string) => Date.parse(`2026-${time}:00Z`)

test('P731: four weeks begin on the Monday of this one, by the clocks of the user, over their change too', () => {
  const weeks = fourWeeks(at('10-24T23:30'), 'Europe/Berlin')
  expect(weeks.map((week) => week[0]?.date)).toEqual(['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'])
  const sunday = weeks[0]?.[6]
  // It is Sunday in Berlin already, and that has 25 hours.
  expect(sunday).toMatchObject({ date: '2026-10-25', isToday: true, isOver: false })
  expect([sunday?.from, sunday?.to]).toEqual([at('10-24T22:00'), at('10-25T23:00')])
  expect(weeks[0]?.[5]).toMatchObject({ isToday: false, isOver: true })
})

test('P731: a day names whoever is on call in it, each once', () => {
  const [day] = fourWeeks(at('11-23T12:00'), 'UTC').flat()
  if (day === undefined) throw new Error('no day')
  const shifts = [
    shift(1, '11-20T08:00', '11-23T08:00'),
    shift(2, '11-23T08:00', '11-23T12:00'),
    shift(1, '11-23T12:00', '11-24T00:00'),
    shift(3, '11-24T00:00', '11-25T00:00'),
  ]
  expect(onCallOn(shifts, day).map(({ user_id }) => user_id)).toEqual([1, 2])
})

test('P730 P731: what is over is left out, and shifts of one person without a break are one', () => {
  const shifts = [
    shift(1, '11-20T08:00', '11-21T08:00'),
    shift(2, '11-21T08:00', '11-22T08:00'),
    shift(2, '11-22T08:00', '11-23T08:00'),
    shift(2, '11-23T08:00', '11-24T08:00', true),
    shift(1, '11-24T08:00', '11-25T08:00'),
  ]
  expect(comingShifts(shifts, at('11-21T08:00'))).toEqual([
    { ...shift(2, '11-21T08:00', '11-23T08:00') },
    shifts[3],
    shifts[4],
  ])
  expect(ownShift(shifts, 2, at('11-21T09:00'))).toEqual({
    from: '2026-11-21T08:00:00.000Z',
    to: '2026-11-24T08:00:00.000Z',
  })
  expect(ownShift(shifts, 1, at('11-21T09:00'))).toBeNull()
})
