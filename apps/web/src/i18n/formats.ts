import type { i18n } from 'i18next'
import { createContext, use } from 'react'
import { useTranslation } from './use-translation.ts'

/** Words for units, in the user's language; the numbers in them are formatted already. */
interface UnitNames {
  day: (value: string) => string
  hour: (value: string) => string
  minute: (value: string) => string
  second: (value: string) => string
}

export interface Formats {
  /** 9,412,306 */
  integer(value: number | bigint): string
  /** A fraction as 99.97% */
  percent(fraction: number): string
  /** A rate as it is: 5%, 7.5% */
  rate(fraction: number): string
  /** Base units as 38.42M */
  tokens(amount: string, decimals: number): string
  /** Base units in full: 38,420,117.25 */
  tokensInFull(amount: string, decimals: number): string
  /** Seconds as at most two units: 2 d 7 h, 27 h 13 min, 37 min, 48 s */
  duration(seconds: number): string
  /** Seconds as one unit: 7 h, 37 min */
  roughDuration(seconds: number): string
  /** Seconds as one unit with a digit behind it, cut, in the units of `duration`: 2.3 d, 6.9 h, 37 min */
  tersely(seconds: number): string
  /** 2.61 s */
  blockTime(seconds: number): string
  /**
   * With seconds when within 24 h of now, and with its day where that is not today; otherwise day and minutes, with the
   * year where that is another.
   */
  time(iso: string, now: number): string
  /**
   * 11:09 today, with its day within 24 h of now, the day alone within its year, otherwise the year: as short as it can be
   * told apart.
   */
  shortTime(iso: string, now: number): string
  /** 13:02 – 13:19 where both are today, otherwise with their days; what both share is written once. */
  timeRange(from: string, to: string, now: number): string
  /** Of days not far away, to the minute: Mon, Nov 30, 09:00 */
  dayTime(iso: string): string
  /** Orders names as the language does; digits in them as numbers. */
  compare(a: string, b: string): number
}

interface Options {
  language: string
  /** Of the user; the browser's where it is not said, or not known to the browser. */
  timeZone: string | undefined
  units: UnitNames
}

const dayMs = 86_400_000
/** The smallest share that is written. */
const leastShare = 0.0001

/** Everything that is written as a number or a time, by Intl. What is not known is written by the caller, as "–". */
export function createFormats({ language, timeZone, units }: Options): Formats {
  // Each is made when it is first needed: a page needs few of them, and making one takes a millisecond or more.
  const integer = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }))
  const percent = once(
    () =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }),
  )
  const rate = once(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }))
  const compact = once(
    () =>
      new Intl.NumberFormat(language, {
        notation: 'compact',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }),
  )
  const plain = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }))
  const zone = once(() => knownTimeZone(timeZone))
  const clock = once(
    () => new Intl.DateTimeFormat(language, { timeZone: zone(), timeStyle: 'medium', hourCycle: 'h23' }),
  )
  const day = once(
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone: zone(),
        dateStyle: 'medium',
        timeStyle: 'short',
        hourCycle: 'h23',
      }),
  )
  const hour = once(
    () => new Intl.DateTimeFormat(language, { timeZone: zone(), timeStyle: 'short', hourCycle: 'h23' }),
  )
  const date = once(
    () => new Intl.DateTimeFormat(language, { timeZone: zone(), day: 'numeric', month: 'short' }),
  )
  const dayClock = once(
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone: zone(),
        hourCycle: 'h23',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  )
  const dayHour = once(
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone: zone(),
        hourCycle: 'h23',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }),
  )
  const weekdayHour = once(
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone: zone(),
        hourCycle: 'h23',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }),
  )
  const year = once(() => new Intl.DateTimeFormat('en', { timeZone: zone(), year: 'numeric' }))
  const fullDate = once(() => new Intl.DateTimeFormat('en', { timeZone: zone(), dateStyle: 'short' }))
  const isToday = (at: number, now: number) =>
    Math.abs(now - at) < dayMs && fullDate().format(at) === fullDate().format(now)
  const isThisYear = (at: number, now: number) => year().format(at) === year().format(now)
  const collator = once(() => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }))
  const point = once(
    () =>
      plain()
        .formatToParts(1.5)
        .find((part) => part.type === 'decimal')?.value ?? '.',
  )

  function duration(seconds: number): string {
    const whole = Math.max(0, Math.floor(seconds))
    // A day is better known as 24 hours, and a message says it so, too (E219).
    const d = whole < 2 * 86_400 ? 0 : Math.floor(whole / 86_400)
    const [h, m, s] = [Math.floor(whole / 3_600) - d * 24, Math.floor(whole / 60) % 60, whole % 60]
    const parts =
      d > 0
        ? [units.day(integer().format(d)), h > 0 && units.hour(integer().format(h))]
        : h > 0
          ? [units.hour(integer().format(h)), m > 0 && units.minute(integer().format(m))]
          : m >= 10
            ? [units.minute(integer().format(m))]
            : m > 0
              ? [units.minute(integer().format(m)), s > 0 && units.second(integer().format(s))]
              : [units.second(integer().format(s))]
    return parts.filter((part) => part !== false).join(' ')
  }

  /** Cut to `parts` of a day, from `dayFrom` seconds on, or of an hour; minutes and seconds are whole. */
  function inOneUnit(seconds: number, dayFrom: number, parts: number): string {
    const whole = Math.max(0, Math.floor(seconds))
    const cut = (unit: number) => plain().format(Math.floor((parts * whole) / unit) / parts)
    if (whole >= dayFrom) return units.day(cut(86_400))
    if (whole >= 3_600) return units.hour(cut(3_600))
    return whole >= 60
      ? units.minute(integer().format(Math.floor(whole / 60)))
      : units.second(integer().format(whole))
  }

  return {
    integer: (value) => integer().format(value),
    // 99.996% is not 100%: a share that is not whole is never rounded up to it.
    // Nor is a share that is there none.
    percent: (fraction) =>
      fraction > 0 && fraction < leastShare / 2
        ? `<${percent().format(leastShare)}`
        : percent().format(fraction < 1 ? Math.min(fraction, 0.9999) : fraction),
    rate: (fraction) => rate().format(fraction),
    tokens(amount, decimals) {
      const value = Number(amount) / 10 ** decimals
      return value !== 0 && Math.abs(value) < 1_000 ? plain().format(value) : compact().format(value)
    },
    tokensInFull: (amount, decimals) => inFull(integer(), point(), amount, decimals),
    duration,
    roughDuration: (seconds) => inOneUnit(seconds, 86_400, 1),
    tersely: (seconds) => inOneUnit(seconds, 2 * 86_400, 10),
    blockTime: (seconds) => units.second(plain().format(seconds)),
    time(iso, now) {
      const at = Date.parse(iso)
      if (isToday(at, now)) return clock().format(at)
      if (Math.abs(now - at) < dayMs) return unbroken(dayClock().format(at))
      return unbroken((isThisYear(at, now) ? dayHour : day)().format(at))
    },
    shortTime(iso, now) {
      const at = Date.parse(iso)
      if (isToday(at, now)) return hour().format(at)
      if (Math.abs(now - at) < dayMs) return unbroken(dayHour().format(at))
      return unbroken((isThisYear(at, now) ? date() : year()).format(at))
    },
    timeRange(from, to, now) {
      const [begin, end] = [Date.parse(from), Date.parse(to)]
      const isOf = (test: typeof isToday) => test(begin, now) && test(end, now)
      return unbroken((isOf(isToday) ? hour : isOf(isThisYear) ? dayHour : day)().formatRange(begin, end))
    },
    dayTime: (iso) => weekdayHour().format(Date.parse(iso)),
    compare: (a, b) => collator().compare(a, b),
  }
}

/** No line ends within a day and its month, nor before a dash, nor within a range of two times (P703). */
function unbroken(time: string): string {
  return time
    .replace(/(?<!,)[ \u2009]/g, '\u00a0')
    .replace(/(?<=\d)–(?=\d)/g, '\u2060–\u2060')
    .replace(/\u00a0–\u00a0(?!\d\d:)/g, '\u00a0– ')
}

/** Amounts pass 2^53, so the whole part stays a bigint. */
function inFull(integer: Intl.NumberFormat, point: string, amount: string, decimals: number): string {
  const base = 10n ** BigInt(decimals)
  const units = BigInt(amount)
  const fraction = (units % base).toString().padStart(decimals, '0').replace(/0+$/, '').slice(0, 6)
  return integer.format(units / base) + (fraction === '' ? '' : `${point}${fraction}`)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** The zone if this browser knows it, else its own. */
export function knownTimeZone(zone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  }
}

/** The zone of the user's profile; undefined is the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  return formatsOf(i18n, i18n.resolvedLanguage ?? 'en', use(TimeZoneContext))
}

/** Made once per language and zone: making Intl objects for each of a thousand cells takes longer than drawing them. */
const made = new WeakMap<i18n, Map<string, Formats>>()

function formatsOf(texts: i18n, language: string, zone: string | undefined): Formats {
  const known = made.get(texts) ?? new Map<string, Formats>()
  made.set(texts, known)
  const key = `${language} ${zone ?? ''}`
  const formats = known.get(key) ?? makeFormats(texts, language, zone)
  known.set(key, formats)
  return formats
}

function makeFormats(texts: i18n, language: string, zone: string | undefined): Formats {
  return createFormats({
    language,
    timeZone: zone,
    units: {
      day: (value) => texts.t('unit.day', { value, lng: language }),
      hour: (value) => texts.t('unit.hour', { value, lng: language }),
      minute: (value) => texts.t('unit.minute', { value, lng: language }),
      second: (value) => texts.t('unit.second', { value, lng: language }),
    },
  })
}

/** Unix milliseconds of what a field of date and time says (2026-11-22T09:30), as a clock of the user's zone shows it. */
export function instantOf(text: string, zone: string | undefined): number {
  const offset = createZoneOffset(zone)
  const asUtc = Date.parse(`${text}Z`) / 1_000
  if (Number.isNaN(asUtc)) return asUtc
  // The offset there, which may be another one than an offset away.
  return (asUtc - offset(asUtc - offset(asUtc))) * 1_000
}

/** Seconds that the user's zone is ahead of UTC, by Unix seconds. */
export function createZoneOffset(wanted: string | undefined): (at: number) => number {
  const timeZone = knownTimeZone(wanted)
  // Swedish writes a time as ISO 8601 does.
  const parts = new Intl.DateTimeFormat('sv', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const offsets = new Map<number, number>()
  return (at) => {
    // Zones change at quarters of an hour at the most, and there are a few dozen ticks.
    const quarter = Math.floor(at / 900)
    const offset =
      offsets.get(quarter) ??
      Date.parse(`${parts.format(quarter * 900_000).replace(' ', 'T')}Z`) / 1_000 - quarter * 900
    offsets.set(quarter, offset)
    return offset
  }
}

/**
 * A name that somebody else wrote, for a sentence, a canvas or a picture: letters that turn the direction of writing
 * (U+202E) turn nothing but their own name. Isolates of its own it loses, since one of them could end this one.
 */
export function isolated(name: string): string {
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`
}
