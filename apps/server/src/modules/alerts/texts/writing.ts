import type { Severity, Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import type { Language } from '@roundsman/contract/accounts/users'
import type { WatchedAs } from '@roundsman/contract/alerts/alerts'
import { delegatorEn } from './delegator/delegator-en.data.ts'
import type { DelegatorPhrases } from './delegator/delegator-phrases.ts'
import { delegatorRu } from './delegator/delegator-ru.data.ts'
import { delegatorUk } from './delegator/delegator-uk.data.ts'
import { governanceEn } from './governance/governance-en.data.ts'
import type { GovernancePhrases } from './governance/governance-phrases.ts'
import { governanceRu } from './governance/governance-ru.data.ts'
import { governanceUk } from './governance/governance-uk.data.ts'
import type { Formats, Phrases } from './phrases.ts'
import { phrasesEn } from './phrases-en.data.ts'
import { phrasesRu } from './phrases-ru.data.ts'
import { phrasesUk } from './phrases-uk.data.ts'

export const phrases: Readonly<Record<Language, Phrases>> = { en: phrasesEn, ru: phrasesRu, uk: phrasesUk }

const delegatorPhrases: Readonly<Record<Language, DelegatorPhrases>> = {
  en: delegatorEn,
  ru: delegatorRu,
  uk: delegatorUk,
}

const governancePhrases: Readonly<Record<Language, GovernancePhrases>> = {
  en: governanceEn,
  ru: governanceRu,
  uk: governanceUk,
}

/** Everything that a text about an alert is made from. */
export interface AlertFacts {
  /** Name of the setting in the reader's language. */
  title: string
  settingId: number
  subject: Subject
  trigger: Trigger
  severity: Severity
  network: string
  /** Whose it is, the same for all alerts of one: `network`, `validator:7`, `bridge:7`. */
  target: string
  targetType: 'ANY' | 'VALIDATOR' | 'BRIDGE'
  /** As somebody chose it; null: it has none, or the alert is about the network. */
  targetName: string | null
  /** The team through which alone it comes to a reader to whom not all of its message does; left out: it is their own. */
  team?: string | undefined
  at: Date
  height: number | null
  evidence: Evidence
  /** How far back a change was looked for, in seconds; null: it is no change. */
  windowSeconds: number | null
  /** Nobody was messaged, for this reason. */
  heldBack: string | null
  /** Until when a silence held it back from its reader, who is told now; null: none did. */
  silencedUntil: Date | null
  /** Until when its reader has planned work there, through which it comes; null: there is none. */
  plannedUntil: Date | null
  /** Of a validator that is jailed; null: not known. */
  jailedUntil: Date | null
  /** How its operator takes it out of jail, and says which version it can run; null: not known. */
  unjailCommand: string | null
  signalCommand: string | null
  /** As what its reader watches it (E290). */
  watchedAs: WatchedAs
  /** The chain's unbonding time, and what it slashes for downtime, as a fraction; null: not known. */
  unbondingMs: number | null
  downtimeSlash: number | null
  /** What its token amounts count; null: not known. */
  unit: { symbol: string; decimals: number } | null
  /** When the text is read, by the database's clock; null: as of the alert. What is left until jail is less by then. */
  readAt: Date | null
  /** How many other networks the same is told of with it (E224); mostly 0. */
  otherNetworks: number
  /** Of missed blocks: it signs again as this is read, though the condition waits before it ends. */
  isSigning: boolean
  /** As it was decided. */
  raised: Evidence
  /** Told later than it happened: its figures are as of this block and time, `evidence` and all. */
  asOf: { at: Date; height: number | null } | null
  /** Told later than it happened, with the figures of the alert, or of the newest block since (`asOf`): nobody knows newer ones, or the like is not so just now. */
  staleness: 'UNKNOWN' | 'OTHERWISE' | null
  /** It comes and goes, and is told with how often; null: it does not, or was told at once. */
  recurred: Recurred | null
}

/** How often something began, since when (Unix ms), and whether it is over as it is told. */
export interface Recurred {
  count: number
  since: number
  isOver: boolean
}

/**
 * What is known of an alert that is told later than it happened: figures of then, as of a block and its time (`isStale`: of the
 * newest that was read, since nobody sees the network); that nobody knows any; that it is not so just now, while the condition goes on; or that there is nothing to say of it.
 */
export type LaterFigures =
  | { at: Date; height: number | null; evidence: Partial<Evidence>; isStale?: boolean }
  | 'UNKNOWN'
  | 'OTHERWISE'
  | 'SAME'

/** Who reads it, and how numbers and times are written for them. */
export interface Reader {
  language: Language
  timezone: string
  /** The team through which alone it comes to them, by its name; left out: it is their own. */
  team?: string | undefined
}

/** How a reader's language writes sentences, numbers and times. */
export interface Writing {
  phrases: Phrases
  delegator: DelegatorPhrases
  governance: GovernancePhrases
  written: Formats
  /** With units as words. */
  spoken: Formats
  /** "12:30", of what is near. */
  clock(at: Date): string
}

/** Making one costs a hundred times what using it does: those of the last readers' languages and zones are kept. */
const mostKept = 500
const kept = new Map<string, Writing>()

export function writingFor(reader: Reader): Writing {
  const key = `${reader.language} ${reader.timezone}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const made = createWriting(reader)
  kept.set(key, made)
  return made
}

function createWriting({ language, timezone }: Reader): Writing {
  const own = phrases[language]
  const numbers = new Intl.NumberFormat(language)
  // A voice reads "1 754" as two numbers.
  const plainNumbers = new Intl.NumberFormat(language, { useGrouping: false })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const plurals = new Intl.PluralRules(language)
  const times = timesIn(language, timezone, wholeTime)
  const saidTimes = timesIn(language, timezone, saidTime)
  const saidDays = timesIn(language, timezone, saidDay)
  const clocks = timesIn(language, timezone, clockTime)
  // Nobody's clock shows UTC: it is what the site begins with.
  const zone = ['UTC', 'Etc/UTC'].includes(saidTimes.resolvedOptions().timeZone) ? ' UTC' : ''
  const ownTimes = timesIn(language, timezone, ownTime)
  const spanIn = (unit: (count: number, name: Unit) => string) => (seconds: number, isExact?: boolean) =>
    inUnits(seconds, isExact)
      .map(([count, name]) => unit(count, name))
      .join(' ')
  const tokensIn = (display: 'short' | 'long'): Formats['tokens'] => {
    const figures = new Intl.NumberFormat(language, {
      notation: 'compact',
      compactDisplay: display,
      maximumFractionDigits: 2,
    })
    return (amount, { symbol, decimals }) =>
      `${figures.format(amount / 10 ** decimals)} ${symbol}`.replaceAll(' ', '\u00a0')
  }
  // No line ends between a figure and its unit (E176).
  const span = spanIn((count, name) => `${numbers.format(count)}\u00a0${own.units[name].written}`)
  const saidSpan = spanIn((count, name) => {
    const { spoken } = own.units[name]
    return `${plainNumbers.format(count)} ${spoken[plurals.select(count)] ?? spoken.other}`
  })
  return {
    phrases: own,
    delegator: delegatorPhrases[language],
    governance: governancePhrases[language],
    written: {
      number: (value) => numbers.format(value),
      percent: (fraction) => percents.format(fraction),
      span,
      tokens: tokensIn('short'),
      // Nor between a day and its month.
      time: (at) => times.format(at).replace(/(?<!,) /g, '\u00a0'),
      range: (from, to) => rangeOf(times, from, to),
      ownTime: (at) => `${ownTimes.format(at)}${zone}`,
      ownRange: (from, to) => `${ownTimes.format(from)} - ${ownTimes.format(to)}${zone}`,
      clock: (at) => `${clocks.format(at)}${zone}`,
      clockRange: (from, to) => {
        const [begin, end] = [clocks.format(from), clocks.format(to)]
        return `${begin === end ? begin : `${begin}-${end}`}${zone}`
      },
      gloss: (term) => ` (${term})`,
    },
    spoken: {
      number: (value) => plainNumbers.format(value),
      percent: (fraction) => percents.format(fraction),
      span: saidSpan,
      tokens: tokensIn('long'),
      time: (at) => saidTimes.format(at),
      range: (from, to) => {
        // A few seconds are no time from one minute to the same.
        const [begin, end] = [saidTimes.format(from), saidTimes.format(to)]
        if (begin === end) return begin
        const [day, lastDay] = [saidDays.format(from), saidDays.format(to)]
        return day === lastDay
          ? `${day} ${own.fromTo(clocks.format(from), clocks.format(to))}`
          : own.fromTo(begin, end)
      },
      ownTime: (at) => saidTimes.format(at),
      ownRange: (from, to) => own.fromTo(saidTimes.format(from), saidTimes.format(to)),
      clock: (at) => clocks.format(at),
      clockRange: (from, to) => own.fromTo(clocks.format(from), clocks.format(to)),
      gloss: () => '',
    },
    clock: (at) => clocks.format(at),
  }
}

/** The zone once, at the end; thin spaces are none of GSM's letters. */
function rangeOf(times: Intl.DateTimeFormat, from: Date, to: Date): string {
  const parts = times.formatRangeToParts(from, to)
  const isZone = (index: number) =>
    parts[index]?.type === 'timeZoneName' && parts[index]?.source === 'startRange'
  return (
    parts
      .filter((_, index) => !isZone(index) && !isZone(index + 1))
      .map(({ value }) => value)
      .join('')
      .replace(/\u2009/g, ' ')
      .replace(/(?<!,) /g, '\u00a0')
      // A range of days may end a line behind its dash, one of hours may not (E176).
      .replace(/\u00a0–\u00a0(?!\d\d:)/, '\u00a0– ')
  )
}

type Unit = keyof Phrases['units']

/** The two greatest units of a span, whole; of minutes and less one, unless it is exact. */
function inUnits(seconds: number, isExact = false): [number, Unit][] {
  if (seconds < 59.5) return [[Math.round(seconds), 'second']]
  const whole = Math.round(seconds)
  if (isExact && whole < 600 && whole % 60 > 0)
    return [
      [Math.floor(whole / 60), 'minute'],
      [whole % 60, 'second'],
    ]
  const minutes = Math.round(seconds / 60)
  // A day is better known as 24 hours.
  const days = minutes < 2 * 1_440 ? 0 : Math.floor(minutes / 1_440)
  const units: [number, Unit][] = [
    [days, 'day'],
    [Math.floor(minutes / 60) - days * 24, 'hour'],
    [minutes % 60, 'minute'],
  ]
  const first = units.findIndex(([count]) => count > 0)
  return units.slice(first, first + 2).filter(([count]) => count > 0)
}

/** Midnight is 00:00: `hour12: false` makes 24:00 of it. */
const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const wholeTime = { day: 'numeric', month: 'short', ...clockTime, timeZoneName: 'short' } as const
const ownTime = { day: 'numeric', month: 'short', ...clockTime } as const
/** In a call the month is a word, and the zone goes without saying: it is the reader's own. */
const saidDay = { day: 'numeric', month: 'long' } as const
const saidTime = { ...saidDay, ...clockTime } as const

/** In UTC where this machine does not know the zone any more. */
function timesIn(
  language: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  }
}

/** Longest name that a message shows; monikers may have 70 characters and more. */
const longestName = 40

/**
 * A name that somebody chose, as it is safe to show in any message: one line without control and format characters
 * (those turn the direction of writing or hide), few marks on a letter, and cut.
 */
export function cleanName(name: string, longest = longestName): string {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}

export function withSmallLetter(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}
