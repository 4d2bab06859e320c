import type { Severity, Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import type { Language } from '@roundsman/contract/users'
import { type Phrases, phrases } from './phrases.data.ts'

/** How a reader's language writes sentences, numbers and times. */
export interface Writing {
  phrases: Phrases
  number(value: number): string
  /** Of a fraction, with its sign where it is less than none. */
  percent(fraction: number): string
  time(at: Date): string
  /** A span of seconds, in its two greatest units. */
  span(seconds: number): string
}

export function createWriting({ language, timezone }: Reader): Writing {
  const own = phrases[language]
  const numbers = new Intl.NumberFormat(language)
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const times = timesIn(language, timezone)
  const number = (value: number) => numbers.format(value)
  return {
    phrases: own,
    number,
    percent: (fraction) => percents.format(fraction),
    time: (at) => times.format(at),
    span(seconds) {
      if (seconds < 60) return own.seconds(number(Math.round(seconds)))
      const minutes = Math.floor(seconds / 60)
      if (minutes < 60) return own.minutes(number(minutes))
      return own.hours(number(Math.floor(minutes / 60)), number(minutes % 60))
    },
  }
}

/** In UTC where this machine does not know the zone any more. */
function timesIn(language: string, timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZoneName: 'short',
  }
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  }
}

/** Everything that a text about an alert is made from. */
export interface AlertFacts {
  /** Name of the setting in the reader's language. */
  title: string
  subject: Subject
  trigger: Trigger
  severity: Severity
  network: string
  /** As somebody chose it; null: it has none, or the alert is about the network. */
  targetName: string | null
  isNetwork: boolean
  at: Date
  height: number | null
  evidence: Evidence
  /** Nobody was told, for this reason. */
  heldBack: string | null
  /** Of a validator that is jailed; null: not known. */
  jailedUntil: Date | null
  /** How its operator takes it out of jail; null: not known. */
  unjailCommand: string | null
}

/** Who reads it, and how numbers and times are written for them. */
export interface Reader {
  language: Language
  timezone: string
}
