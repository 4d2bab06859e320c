import { silenceBounds } from '@roundsman/contract/alerts/silences'
import { createZoneOffset, instantOf } from '../../i18n/formats.ts'

/** How the end of a silence is chosen: after a while, on the next morning, or as a time. */
export const endChoices = ['minutes30', 'hour', 'hours4', 'morning', 'custom'] as const
export type EndChoice = (typeof endChoices)[number]

const minuteMs = 60_000
const daySeconds = 86_400
const lengths = { minutes30: 30 * minuteMs, hour: 60 * minuteMs, hours4: 240 * minuteMs } as const

/** What stands in the form; times as fields of the browser have them: 2026-11-22T09:30. */
export interface ChosenTimes {
  later: boolean
  from: string
  end: EndChoice
  to: string
}

export interface SilenceSpan {
  /** Unix ms; NaN: not said. */
  from: number
  to: number
}

export interface TimeProblems {
  from: 'missing' | 'past' | 'tooFar' | null
  to: 'missing' | 'past' | 'order' | 'tooLong' | null
}

/**
 * The time that somebody chose.
 *
 * @param now Unix ms
 * @param zone of the user; undefined is the browser's
 */
export function spanOf(
  { later, from, end, to }: ChosenTimes,
  now: number,
  zone: string | undefined,
): SilenceSpan {
  const begin = later ? instantOf(from, zone) : now
  if (end === 'custom') return { from: begin, to: instantOf(to, zone) }
  return { from: begin, to: end === 'morning' ? morningAfter(begin, zone) : begin + lengths[end] }
}

/** 09:00 on the day after that of a moment, on the clocks of the zone. */
function morningAfter(at: number, zone: string | undefined): number {
  if (Number.isNaN(at)) return at
  const seconds = at / 1_000
  const day = Math.floor((seconds + createZoneOffset(zone)(seconds)) / daySeconds) + 1
  return instantOf(`${new Date(day * daySeconds * 1_000).toISOString().slice(0, 10)}T09:00`, zone)
}

/** Why the server would refuse it (D176). */
export function timeProblems({ from, to }: SilenceSpan, { later }: ChosenTimes, now: number): TimeProblems {
  const dayMs = daySeconds * 1_000
  const ofFrom = !later
    ? null
    : Number.isNaN(from)
      ? 'missing'
      : from <= now
        ? 'past'
        : from > now + silenceBounds.daysAhead * dayMs
          ? 'tooFar'
          : null
  // Of a beginning that is not known the end says nothing.
  if (ofFrom === 'missing') return { from: ofFrom, to: null }
  const ofTo = Number.isNaN(to)
    ? 'missing'
    : to <= now
      ? 'past'
      : to <= from
        ? 'order'
        : to - from > silenceBounds.days * dayMs
          ? 'tooLong'
          : null
  return { from: ofFrom, to: ofTo }
}

/** A moment as a field of date and time has it, by the clocks of the zone. */
export function fieldTime(at: number, zone: string | undefined): string {
  const seconds = at / 1_000
  return new Date((seconds + createZoneOffset(zone)(seconds)) * 1_000).toISOString().slice(0, 16)
}
