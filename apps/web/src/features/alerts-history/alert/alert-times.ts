import { use, useMemo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { knownTimeZone, TimeZoneContext } from '../../../i18n/formats.ts'

/** Times of alerts, in the user's language and zone. */
export interface HistoryTimes {
  /** 10:41:27 */
  clock(iso: string): string
  /** 10:41 */
  short(iso: string): string
  /** 10:41 of the day of the other time, else 21 Nov, 10:41 */
  shortOn(iso: string, other: string): string
  /** 10:41:27 of the day of the other time, else 21 Nov, 10:41 */
  clockOn(iso: string, other: string): string
  /** 21 Nov 2026, 10:41:27 */
  full(iso: string): string
  /** The day as a word for sorting: 2026-11-21. */
  day(at: number): string
  /** 19 November, with its year where that is another one than now's. */
  dayName(iso: string, now: number): string
  /** UTC, GMT+2 */
  zone(now: number): string
}

/** Each object of Intl is made once: there are thousands of times in a list. */
export function createHistoryTimes(language: string, wanted: string | undefined): HistoryTimes {
  const timeZone = knownTimeZone(wanted)
  const of = (options: Intl.DateTimeFormatOptions, tongue = language) =>
    new Intl.DateTimeFormat(tongue, { timeZone, hourCycle: 'h23', ...options })
  const clock = of({ timeStyle: 'medium' })
  const short = of({ timeStyle: 'short' })
  const full = of({ dateStyle: 'medium', timeStyle: 'medium' })
  const day = of({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv')
  const otherDay = of({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const thisYear = of({ day: 'numeric', month: 'long' })
  const otherYear = of({ dateStyle: 'long' })
  const zone = of({ timeZoneName: 'short' })
  const on = (ofSameDay: Intl.DateTimeFormat) => (iso: string, other: string) => {
    const at = Date.parse(iso)
    return (day.format(at) === day.format(Date.parse(other)) ? ofSameDay : otherDay).format(at)
  }
  return {
    clock: (iso) => clock.format(Date.parse(iso)),
    short: (iso) => short.format(Date.parse(iso)),
    shortOn: on(short),
    clockOn: on(clock),
    full: (iso) => full.format(Date.parse(iso)),
    day: (at) => day.format(at),
    dayName(iso, now) {
      const at = Date.parse(iso)
      const sameYear = day.format(at).slice(0, 4) === day.format(now).slice(0, 4)
      return (sameYear ? thisYear : otherYear).format(at)
    },
    zone: (now) => zone.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  }
}

/** Which day of the user's it was. */
export function dayKind(day: string, today: string): 'today' | 'yesterday' | 'earlier' {
  if (day >= today) return 'today'
  const before = new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  return day === before ? 'yesterday' : 'earlier'
}

export function useHistoryTimes(): HistoryTimes {
  const { i18n } = useTranslation()
  const zone = use(TimeZoneContext)
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => createHistoryTimes(language, zone), [language, zone])
}
