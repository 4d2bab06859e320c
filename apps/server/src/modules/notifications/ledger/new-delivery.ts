import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import type { Language } from '@roundsman/contract/accounts/users'
import type { SQL } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

import type { Answer, Lane, Urgency } from './delivery.schema.ts'

/** What another module hands to the ledger. */
export interface NewDelivery {
  channel: string
  purpose: 'account' | 'alert'
  recipient: string
  userId: number | null
  language: Language
  message: Message
  /** The same happening, recipient and channel give the same key: enqueueing twice adds one row. */
  dedupeKey: string
  /** How long it is worth sending, in milliseconds. */
  usefulForMs: number
  /** Of an alert: it goes before those that are not. */
  isCritical?: boolean
  /** Keeps the row for the record and sends nothing; says why. */
  suppressed?: string
}

/** Alerts for any number of recipients, written by one statement; their text is composed when they are sent. */
export interface FanOut {
  /** What happened; whoever owns the kind has registered a composer for it. */
  kind: string
  /** How long it is worth sending, in milliseconds. */
  usefulForMs: number
  /**
   * A SELECT with the columns `channel text, user_id int, recipient text, language text, reference text, is_critical
   * boolean`. The same kind, reference, channel, user and recipient are one delivery, however often it is in it or asked
   * for. `hasStates`: it has two columns more, `state text`, SUPPRESSED or FAILED for rows that are for the record and
   * of which nothing is sent, QUEUED for all others, and `detail text`, which says why.
   */
  recipients: SQL
  hasStates?: boolean
  /**
   * It has one column more, `happened_at timestamptz`: how long a row is worth sending counts from then, and where it is
   * null from now.
   */
  hasTimes?: boolean
  /**
   * None of its references is in the ledger yet and no row is in it twice: it is written without looking, which for a
   * million readers is a quarter of the work. A row that is there after all fails the transaction.
   */
  isNew?: boolean
  /** Nothing of it is urgent: all that comes for a reader within five minutes becomes one message. Beside `storm`. */
  isSummary?: boolean
  /**
   * References of the kind that may be of one storm with these, these included: then each reader gets the first message
   * at once, and one about all others of the next 15 seconds. Left out: each is a message of its own.
   */
  storm?: readonly string[]
  /**
   * Beside `storm`, by the reference: what one message tells as one thing. Of what is written now, all of the first message's is told by
   * that.
   */
  things?: ReadonlyMap<string, string>
  /**
   * Beside `storm`, by these channels: references that no message is sent for at once. Those that `opens` names begin to gather, unless
   * something is sent at once beside them, and those that `joins` names go along with what gathers. `awaits`: of those that open, the ones
   * that others follow, and that have 20 seconds of their own for that.
   */
  gathering?: Readonly<Record<'channels' | 'opens' | 'joins' | 'awaits', readonly string[]>>
}

/** A row whose text is wanted. */
export interface Happening {
  /** What it is about, mostly one. */
  references: readonly [string, ...string[]]
  channel: string
  recipient: string
  userId: number | null
  language: Language
  /** When it was enqueued. */
  createdAt: Date
  /** It has waited, mostly for the end of its reader's quiet hours. */
  hasWaited: boolean
  /** What it has waited beside; null: it has not. */
  waitedBeside: string | null
  /** An attempt was made before: nobody took the call, or it is not known what became of it. */
  isRepeated: boolean
  /** It was held since the day's limit is used up, and it may have been over in a moment. */
  isHeld?: boolean
  /** Of a call: a whole round of them was made in vain (D337). */
  isFurther?: boolean
}

/**
 * It is looked at again then, Unix ms, mostly when the quiet hours of its reader are over, in one message with what waits
 * `beside` the same. `detail`: why, where that is another reason.
 */
export interface Waits {
  waitUntil: number
  beside: string
  detail?: string
}

/** Some of the references are not told. */
export interface Remaining {
  /** About the others; null: there are none. */
  message: Message | null
  /** It ended, or was seen, while it waited. */
  leftOut: readonly string[]
  /** Another message to the same contact has said it. */
  toldAlready: readonly string[]
  /** Their reader has acknowledged while they waited. */
  acknowledged?: readonly string[]
  /** There is nothing to say of them any more. */
  outdated?: readonly string[]
  heldBack: HeldBack | null
}

/** It is kept from its reader for now, and told later by whoever owns the kind. */
export interface HeldBack {
  references: readonly string[]
  /** Why, as the ledger writes it. */
  detail: string
  /**
   * Makes sure of that, in the transaction that writes these references down as SUPPRESSED. False: some of it is to be told
   * after all.
   */
  hold(this: void, tx: Tx): Promise<boolean>
}

/**
 * Composes the text of a kind in the language of the recipient; null where there is nothing to say any more, `STALE`
 * where it is over and reported another way (D32), `NOT_YET` where what happened since has to be known first. It may be
 * called more than once for a delivery, in any process that sends.
 */
export type Composer = (
  happening: Happening,
) => Promise<Message | Remaining | Waits | 'STALE' | 'NOT_YET' | 'OVER' | null>

/**
 * What is said of these references to a contact counts as against a budget: the gravest of them; null: none is known. `isPaidEnd`: it is
 * the end of what the contact was told, whose price was taken with that. `inLine`: as what it goes before other calls to a number, where
 * that is another.
 */
export type CostOf = (
  tx: Tx,
  references: readonly string[],
  to: { userId: number | null; channel: string; recipient: string },
) => Promise<{ urgency: Urgency; isPaidEnd: boolean; inLine?: Urgency } | null>

/** References of a kind, of a call that was taken. */
export interface Said {
  kind: string | null
  references: readonly string[]
  /** When it ended. */
  endedAt: Date | null
}

/** Whether these references say what cannot wait for 20 s to whoever has just hung up a call of those (D350). */
export type IsPressing = (tx: Tx, references: readonly string[], told: readonly Said[]) => Promise<boolean>

/** What whoever owns a kind says of its messages that cost money. */
export interface OwnCosts {
  of: CostOf
  owedEndsOf?: OwedEndsOf
  isPressing?: IsPressing
}

/**
 * How many ends are still to be told to a user through a channel of what they were told by it within a day: of what was taken from what
 * is open to all, and from what is kept for the gravest.
 */
export type OwedEndsOf = (
  db: Queryable,
  to: { userId: number; channel: string },
) => Promise<{ open: number; kept: number }>

/** A user's budget of a channel is used up, but for what is kept for what is GRAVE (D272). */
export interface UsedUpBudget {
  channel: string
  userId: number
  /** When there is one again. */
  until: Date
  /** Messages that are kept. */
  kept: number
  /** Of the message that says so: there is none of it within a day. */
  dedupeKey: string
}

/** Works in the transaction that counts the last message, or keeps one back. */
export type OnUsedUp = (tx: Tx, budget: UsedUpBudget) => Promise<void>

/** A delivery that ended as FAILED, for whoever can reach its user through another channel. */
export interface FailedDelivery {
  id: number
  channel: string
  purpose: 'account' | 'alert'
  recipient: string
  userId: number | null
  /** What it was about, where its text was composed. */
  kind: string | null
  references: readonly string[]
  /** It was over, or older than its use, before anybody was reached: nothing that is urgent any more. */
  isStale?: boolean
}

/** Works in the transaction that writes the failure down, so that both are there or neither. */
export type OnFailed = (tx: Tx, failed: FailedDelivery) => Promise<void>

/** A delivery that its reader has answered, or looks at by its link. */
export interface AnsweredDelivery extends FailedDelivery {
  createdAt: Date
}

/** What a message still waits for. */
export interface Awaited {
  /** It is grave enough that its reader is called again until they say that they know. */
  isAwaited: boolean
  /** How long there is until it is too late; null: that is not known. */
  leftMs: number | null
  /** Where the round of calls is over in vain, there are further ones as that comes nearer (D337); left out: there are none. */
  isCalledFurther?: boolean
}

/** What the owner of a kind does with answers to its messages. */
export interface AnswerOwner {
  /**
   * Works in the transaction that writes the answer down. `ACKNOWLEDGE` comes once; `MUTE` and that it holds no more,
   * `UNMUTE`, each time, and a repetition changes nothing. Gives what a call says of it, in the language of its reader;
   * null: no more than that it is so.
   */
  onAnswer(this: void, tx: Tx, answered: AnsweredDelivery, answer: Answer | 'UNMUTE'): Promise<string | null>
  /** What a call waits for that was not taken, or taken without a key; left out: for nothing. */
  awaits?(this: void, tx: Tx, of: { userId: number; references: readonly string[] }): Promise<Awaited>
  /**
   * What a call says that is taken now: as of this moment, without what it has said already; null: it is about nothing any more.
   * Left out: it says what it was made with.
   */
  words?(this: void, of: AnsweredDelivery): Promise<Message | null>
  /** What the page behind the link shows; null: nothing any more. `goodForMs`: how long the link works, from its making. */
  view(
    this: void,
    of: Omit<AnsweredDelivery, 'recipient'>,
    goodForMs: number,
  ): Promise<AlertAnswerView | null>
}

/** An incident that somebody acknowledged or resolved at a provider. */
export interface IncidentDeed {
  /** Whose contact it is; of a team negative. */
  userId: number
  channel: string
  /** As in a notice. */
  incident: string
  /** When, by the provider's clock. */
  at: Date
}

/** Works in the transaction that writes it down. It may come more than once. */
export type OnDeed = (tx: Tx, deed: IncidentDeed) => Promise<void>

export function laneOf({ purpose, isCritical }: Pick<NewDelivery, 'purpose' | 'isCritical'>): Lane {
  if (purpose === 'account') return 'account'
  return isCritical === true ? 'critical' : 'other'
}

/** An alert for programs, as webhooks and PagerDuty get it. */
export interface AlertNotice {
  type: 'alert.began' | 'alert.ended' | 'alert.changed'
  at: Date
  /** The same for each beginning and end of the condition on the target, for one reader. */
  incident: string
  data: {
    alert_id: number
    network: { blockchain_id: number; name: string }
    target: { type: 'ANY' | 'VALIDATOR' | 'BRIDGE'; name: string | null; address: string | null }
    setting_id: number
    severity: 'INFO' | 'WARNING' | 'CRITICAL'
    title: string
    message: string
    evidence: Readonly<Record<string, unknown>>
    url: string
  }
}

/** What a message says; each channel shows as much of it as it can. */
export interface Message {
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string } | undefined
  /** With which of its paragraphs end: commands to run, set apart where a channel can. */
  commands?: readonly string[] | undefined
  /** How bad it is, where it is an alert. */
  severity?: 'INFO' | 'WARNING' | 'CRITICAL' | undefined
  /** Every alert that it is about has ended. */
  isOver?: boolean | undefined
  /**
   * Its paragraphs as a call is begun: `opening`, who calls, how bad it is and about whom, and what it says when it is
   * taken. Left out: all of it holds.
   */
  call?: { opening: readonly string[]; rest: readonly string[] } | undefined
  /** What the keys of its call do, where that says more than of any. */
  choice?: string | undefined
  /** Of a call: as it is made nothing of it goes on, so where no key reaches the site it asks for nothing. */
  asksNothing?: boolean | undefined
  /** Of a call: within how long its listener is called again where no key is pressed: a minute, two, or a few; left out: they are not. */
  calledAgain?: 'MINUTE' | 'TWO_MINUTES' | 'MINUTES' | undefined
  /** Each alert that it is about, for programs. */
  notices?: readonly AlertNotice[] | undefined
  /** What it is about: mails about the same are one thread. */
  thread?: string | undefined
  /** Of its text, where it is another one than the delivery was enqueued with. */
  language?: Language | undefined
}

/** As much of the logger as this module uses. */
export interface NotificationsLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
