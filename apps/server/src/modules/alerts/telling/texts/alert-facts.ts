import type { Severity, Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import type { Language } from '@roundsman/contract/users'

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
