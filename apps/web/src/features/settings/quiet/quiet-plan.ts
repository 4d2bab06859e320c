import { type QuietWindow, type Weekday, weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { createZoneOffset } from '../../../i18n/formats.ts'

/** When it is quiet next, or now, by the clocks of a zone. */
interface QuietPlan {
  when: 'now' | 'tonight' | 'today' | 'tomorrow' | 'later'
  /** On which it begins. */
  day: Weekday
  /** On the clock: 22:00. */
  from: string
  to: string
  /** The day of the end, where it is neither that of the beginning nor the one after. */
  toDay: Weekday | null
}

interface Span {
  /** Unix seconds. */
  begin: number
  end: number
  /** Days since 1970 on the zone's calendar. */
  fromDay: number
  toDay: number
  from: string
  to: string
}

const daySeconds = 86_400
/** Those that began before, and a week ahead. */
const lookedAt = { before: 2, after: 8 }
const isNight = (time: string) => time >= '18:00' || isSmallHours(time)
const isSmallHours = (time: string) => time < '06:00'

/** Whether the end of a window is on the day after its beginning. */
export function isOverMidnight({ from, to }: Pick<QuietWindow, 'from' | 'to'>): boolean {
  return to <= from
}

/** The name of a weekday in a language. */
export function weekdayName(day: Weekday, language: string, form: 'short' | 'long'): string {
  // 1970-01-05 was a Monday.
  return new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' }).format(
    (4 + weekdays.indexOf(day)) * daySeconds * 1_000,
  )
}

/** A time as the fields beside it show it (P824): 22:00, or 10:00 PM. */
export function fieldTime(time: string, language: string, isTwelveHours: boolean): string {
  if (!isTwelveHours) return time
  const format = { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, format).format(Date.parse(`1970-01-01T${time}Z`))
}

/**
 * The quiet hours that go on, or else the next ones; null: there are none. Windows that touch or overlap are one (D160).
 *
 * @param zone of the IANA database
 * @param now Unix ms
 */
export function nextQuiet(windows: readonly QuietWindow[], zone: string, now: number): QuietPlan | null {
  const at = now / 1_000
  const offset = createZoneOffset(zone)
  const today = Math.floor((at + offset(at)) / daySeconds)
  const spans: Span[] = []
  for (let day = today - lookedAt.before; day <= today + lookedAt.after; day += 1)
    for (const { days, from, to } of windows) {
      if (!days.includes(weekdayOf(day))) continue
      const toDay = isOverMidnight({ from, to }) ? day + 1 : day
      const begin = secondsOf(day, from, offset)
      spans.push({ begin, end: secondsOf(toDay, to, offset), fromDay: day, toDay, from, to })
    }
  const next = joined(spans).find(({ end }) => end > at)
  if (!next) return null
  const { begin, fromDay, toDay, from, to } = next
  return {
    when: begin <= at ? 'now' : whenOf(fromDay - today, from),
    day: weekdayOf(fromDay),
    ...{ from, to },
    toDay: toDay - Math.max(fromDay, today) > 1 ? weekdayOf(toDay) : null,
  }
}

function whenOf(days: number, from: string): QuietPlan['when'] {
  if (days === 0) return isNight(from) ? 'tonight' : 'today'
  if (days === 1) return isSmallHours(from) ? 'tonight' : 'tomorrow'
  return 'later'
}

function joined(spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const span of spans.toSorted((a, b) => a.begin - b.begin)) {
    const last = whole.at(-1)
    if (!last || span.begin > last.end) whole.push({ ...span })
    else if (span.end > last.end) Object.assign(last, { end: span.end, toDay: span.toDay, to: span.to })
  }
  return whole
}

function weekdayOf(day: number): Weekday {
  // 1970-01-01 was a Thursday.
  return weekdays[(((day + 3) % 7) + 7) % 7] ?? 'MON'
}

/** Unix seconds of a time on the zone's clocks. */
function secondsOf(day: number, time: string, offset: (at: number) => number): number {
  const [hours = '', minutes = ''] = time.split(':')
  const local = day * daySeconds + Number(hours) * 3_600 + Number(minutes) * 60
  return local - offset(local - offset(local))
}
