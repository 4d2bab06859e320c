import type { Severity, Subject, Trigger } from '@roundsman/alerting/catalogue'

/** The figures of an alert that its words may name; null: not known. Shares are fractions, spans are seconds. */
export interface Figures {
  /** Missed in a row; false in `isExact`: or more. */
  inARow: number | null
  isExact: boolean
  missed: number | null
  window: number | null
  secondsToJail: number | null
  /** False: jail may also come later. */
  isJailExact: boolean
  /** What the condition is about, and where it turns; the time that a change is looked for in. */
  value: number | null
  threshold: number | null
  windowSeconds: number | null
  before: number | null
  after: number | null
  signedShare: number | null
  upgrade: { name: string; height: number } | null
}

/** How the reader's language writes numbers, times and spans; a call is given the words that are spoken. */
export interface Formats {
  number(value: number): string
  percent(fraction: number): string
  /** Of seconds, in its two greatest units. */
  span(seconds: number): string
  /** "Nov 21, 12:30 UTC" */
  time(at: Date): string
  /** "Nov 21, 12:13 – 12:30 UTC" */
  range(from: Date, to: Date): string
}

/** What is the matter, without who and where: it follows a colon. */
type What = (figures: Figures, formats: Formats) => string

/** Whether others missed the same blocks: nobody, few, some, or so many that it is the network. */
export type Cause = 'ALONE' | 'FEW' | 'SOME' | 'NETWORK'

/** Everything that messages about alerts say in one language. Sentences end with their full stop. */
export interface Phrases {
  severity: Readonly<Record<Severity, string>>
  /** The first words of a call. */
  thisIs: string
  unnamedValidator: string
  unnamedBridge: string
  on: (who: string, network: string) => string
  what: Readonly<Record<Subject, Readonly<Record<Trigger, What>>>>
  since: (time: string) => string
  place: (block: string | null, time: string) => string
  /** How long until jail; left out of what says it already. */
  jailIn: (span: string, isExact: boolean) => string
  jailInShort: (span: string, isExact: boolean) => string
  missedOfWindow: (missed: string, window: string) => string
  inARow: (count: string, isExact: boolean) => string
  unjail: (time: string | null, span: string | null) => string
  unjailBy: (command: string) => string
  /** In place of both where it cannot be unjailed. */
  jailedForGood: string
  /** What an end ends. `missed`: blocks; null: it is not about blocks. */
  lasted: (range: string, of: { span: string; missed: number | null }, formats: Formats) => string
  cause: Readonly<Record<Cause, (share: string) => string>>
  /** The same in as few letters as an SMS has. */
  causeInShort: Readonly<Record<Cause, (share: string) => string>>
  advice: Readonly<Partial<Record<Subject, Readonly<Partial<Record<Trigger, string>>>>>>
  /** In place of the advice about misses where the network is to blame. */
  adviceWhereNetwork: string
  /** Of a bridge: when it last pushed, its height, how far behind, what it runs. */
  bridge: Readonly<Record<'lastPush' | 'height' | 'version', (value: string) => string>> & {
    lag(blocks: number, formats: Formats): string
  }
  flaps: (count: string, since: string) => string
  heldBack: Readonly<Record<string, string>>
  held: Readonly<Record<string, string>>
  /** Which block it is, `place` says. */
  proven: string
  agreed: string
  single: (host: string | null) => string
  /** Units of a span: written, and as they are spoken after "in" or "for". */
  units: Readonly<Record<'day' | 'hour' | 'minute' | 'second', { written: string; spoken: Spoken }>>
  /** What a mute that was said to a message holds for: until when, and what. */
  muted: (until: string, what: string) => string
  openAlert: string
  openHistory: string
  /** Of a message about several alerts. */
  alerts: (count: number, formats: Formats) => string
  more: (count: string) => string
}

/** Forms of a noun by the plural rules of its language. */
type Spoken = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>
