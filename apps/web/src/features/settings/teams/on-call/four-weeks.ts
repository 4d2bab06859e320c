import type { Shift } from '@roundsman/contract/alerts/on-call'
import { createZoneOffset, instantOf } from '../../../../i18n/formats.ts'

const daySeconds = 86_400

/** A day of the calendar by the clocks of the user's zone. */
export interface CalendarDay {
  /** 2026-11-30 */
  date: string
  /** Unix ms; `to` is the next one's. */
  from: number
  to: number
  isToday: boolean
  isOver: boolean
}

/** Four weeks from the Monday of this one on. @param now Unix ms @param zone of the user */
export function fourWeeks(now: number, zone: string | undefined): CalendarDay[][] {
  const seconds = now / 1_000
  const today = Math.floor((seconds + createZoneOffset(zone)(seconds)) / daySeconds)
  // 1970-01-01 was a Thursday.
  const monday = today - ((today + 3) % 7)
  const dateOf = (day: number) => new Date(day * daySeconds * 1_000).toISOString().slice(0, 10)
  const beginOf = (day: number) => instantOf(`${dateOf(day)}T00:00`, zone)
  return Array.from({ length: 4 }, (_week, week) =>
    Array.from({ length: 7 }, (_day, at) => {
      const day = monday + week * 7 + at
      return {
        date: dateOf(day),
        from: beginOf(day),
        to: beginOf(day + 1),
        isToday: day === today,
        isOver: day < today,
      }
    }),
  )
}

/** Who is on call on a day, each once, in order. */
export function onCallOn(shifts: readonly Shift[], { from, to }: CalendarDay): Shift[] {
  const there = shifts.filter((shift) => Date.parse(shift.from) < to && from < Date.parse(shift.to))
  return there.filter((shift, at) => there.findIndex((one) => one.user_id === shift.user_id) === at)
}

/** Shifts that are not over, those of one person without a break as one. */
export function comingShifts(shifts: readonly Shift[], now: number): Shift[] {
  const coming: Shift[] = []
  for (const shift of shifts) {
    const last = coming.at(-1)
    if (Date.parse(shift.to) <= now) continue
    if (last?.user_id === shift.user_id && last.to === shift.from && last.is_override === shift.is_override)
      coming[coming.length - 1] = { ...last, to: shift.to }
    else coming.push(shift)
  }
  return coming
}
