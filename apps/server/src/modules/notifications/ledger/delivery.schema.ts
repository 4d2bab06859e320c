import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '@roundsman/contract/accounts/users'
import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'

/**
 * What is sent first: codes and account mail, then CRITICAL alerts, then the rest. Each lane of a channel has its own
 * concurrency, so that none waits for another.
 */
export const lanes = ['account', 'critical', 'other'] as const
export type Lane = (typeof lanes)[number]

/**
 * What a message that costs money is counted as. GRAVE: what cannot wait for tomorrow even where everything else has used up
 * the day (jailed, tombstoned, the network halted). NEAR_JAIL: what leads there within the hour. YOUNG: what would, and may as
 * well be over in a moment.
 */
export const urgencies = ['INFO', 'WARNING', 'CRITICAL', 'YOUNG', 'NEAR_JAIL', 'GRAVE'] as const
export type Urgency = (typeof urgencies)[number]

/** Where rows were added that are to be sent, so that whoever sends there can be woken. */
export interface AddedTo {
  channel: string
  lane: Lane
}

/** States of a delivery, as the history shows them. */
export const deliveryStates = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Where each state may go (D2 of docs/rules/delivery.md). A receipt may overtake our own mark, also that of an attempt
 * whose outcome we do not know, so SENDING and QUEUED may become SENT, DELIVERED or FAILED at once. A call that nobody took is made again.
 */
export const transitions: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  QUEUED: ['SENDING', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'],
  SENDING: ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'],
  SENT: ['QUEUED', 'DELIVERED', 'FAILED'],
  DELIVERED: [],
  FAILED: [],
  SUPPRESSED: [],
}

/** States from which a row may move to `to`. */
export function sourcesOf(to: DeliveryState): DeliveryState[] {
  return deliveryStates.filter((from) => transitions[from].includes(to))
}

/** True if nothing will be sent any more, so that the message can be wiped. */
export function isSettled(state: DeliveryState): boolean {
  return state !== 'QUEUED' && state !== 'SENDING'
}

/** What a reader can say to a message: that they know, or that they want no more of it for an hour. */
export type Answer = 'ACKNOWLEDGE' | 'MUTE'

/** Migrations `*-notifications-*.sql`. */
export const delivery = pgTable('delivery', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  channel: text('channel').notNull(),
  lane: text('lane').$type<Lane>().notNull(),
  purpose: text('purpose').$type<'account' | 'alert'>().notNull(),
  userId: integer('user_id'),
  recipient: text('recipient').notNull(),
  language: text('language').$type<Language>().notNull(),
  /** Of what somebody asked for. Null: one of a fan-out, of which there is one for each reader, channel, contact and reference. */
  dedupeKey: text('dedupe_key'),
  state: text('state').$type<DeliveryState>().notNull(),
  attempts: integer('attempts').notNull(),
  payload: bytea('payload'),
  /** What happened, where the text is composed when the row is claimed; then there is no payload. */
  kind: text('kind'),
  reference: text('reference'),
  /** Of a message about several things: until then it takes in what comes, and then it is due. */
  gathersUntil: timestamptz('gathers_until'),
  /** It waits, or has waited, for the end of its reader's quiet hours or what comes and goes, as one message with all else that waits beside. */
  waitsUntil: timestamptz('waits_until'),
  waitsBeside: text('waits_beside'),
  /** When it was counted against the budgets; null: it was not, or costs nothing. */
  spentAt: timestamptz('spent_at'),
  /** As what it was counted; null: it was not, or somebody asked for it. */
  spentAs: text('spent_as').$type<Urgency>(),
  /** It was taken from what is kept for the gravest. */
  spentKept: boolean('spent_kept').notNull().default(false),
  dueAt: timestamptz('due_at').notNull(),
  giveUpAt: timestamptz('give_up_at').notNull(),
  claimedBy: text('claimed_by'),
  /** The newest time that it was taken; null: it was not, or before this was kept. */
  claimedAt: timestamptz('claimed_at'),
  leaseUntil: timestamptz('lease_until'),
  providerId: text('provider_id'),
  /** What its reader said to it, by a key or its link, each once. */
  answers: text('answers').array().$type<Answer[]>().notNull().default([]),
  /** Calls that nobody took, by the provider's names, and the attempt that made the newest of them. */
  endedIds: text('ended_ids').array().notNull().default([]),
  endedAttempts: integer('ended_attempts').notNull().default(0),
  /** When a call ended that was taken without a key, the newest one; null: none was. */
  liftedAt: timestamptz('lifted_at'),
  /** When the provider is asked what became of it; null: it is not asked. */
  askAt: timestamptz('ask_at'),
  asks: integer('asks').notNull().default(0),
  detail: text('detail'),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
})

export type DeliveryRow = typeof delivery.$inferSelect

/**
 * Whether a provider may know of a claimed row from before this claim: by an attempt whose outcome nobody knows, or by a call
 * that nobody took.
 */
export function wasHandedOver({
  attempts,
  endedAttempts,
  endedIds,
}: Pick<DeliveryRow, 'attempts' | 'endedAttempts' | 'endedIds'>): boolean {
  return endedIds.length > 0 || attempts - endedAttempts > 1
}

/** How often something was handed to the provider, or is now: looks, waits and what was given back are claims as well. */
export function attemptsMade({
  attempts,
  endedAttempts,
  endedIds,
}: Pick<DeliveryRow, 'attempts' | 'endedAttempts' | 'endedIds'>): number {
  return attempts - endedAttempts + endedIds.length
}

/** For a claimed row: an attempt before this claim whose outcome nobody knows. */
export const hasOpenAttempt = sql`${delivery.attempts} - ${delivery.endedAttempts} > 1`

/** What `wasHandedOver` says, for the row: what was never sent costs nothing (D274). */
export const spentIfHandedOver = sql`
  CASE WHEN ${delivery.endedIds} <> '{}' OR ${hasOpenAttempt} THEN ${delivery.spentAt} END`

/** What a claim leaves that handed nothing over: it cost nothing, and was no attempt that a provider could know of (D286). */
export const lookedAtOnly = {
  spentAt: spentIfHandedOver,
  endedAttempts: sql`CASE WHEN ${hasOpenAttempt} THEN ${delivery.endedAttempts} ELSE ${delivery.attempts} END`,
}

/** Until when a row waits, Unix ms by the database's clock, what it becomes one message with, and why. */
export interface Wait {
  untilMs: number
  beside: string
  detail: string
}

/** What a message is about beside its `reference`. */
export const deliveryAlso = pgTable('delivery_also', {
  deliveryId: bigint('delivery_id', { mode: 'number' }).notNull(),
  reference: text('reference').notNull(),
})

/**
 * `now` moved by milliseconds. Every `now` of the ledger is the database's clock, `db.now()`: rows are written by one
 * process and judged by another.
 */
export const after = (now: SQL, ms: number | SQL): SQL =>
  sql`${now} + make_interval(secs => ${ms}::float8 / 1000)`
