import type { Language } from '@roundsman/contract/users'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../platform/db/columns.ts'
import type { DeliveryState } from './delivery-state.policy.ts'
import type { Lane } from './lane.ts'
import type { Answer } from './answer.ts'

/** Migrations `*-notifications-*.sql`. */
export const delivery = pgTable('delivery', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  channel: text('channel').notNull(),
  lane: text('lane').$type<Lane>().notNull(),
  purpose: text('purpose').$type<'account' | 'alert'>().notNull(),
  userId: integer('user_id'),
  recipient: text('recipient').notNull(),
  language: text('language').$type<Language>().notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  state: text('state').$type<DeliveryState>().notNull(),
  attempts: integer('attempts').notNull(),
  payload: bytea('payload'),
  /** What happened, where the text is composed when the row is claimed; then there is no payload. */
  kind: text('kind'),
  reference: text('reference'),
  /** Of a message about several things: until then it takes in what comes, and then it is due. */
  gathersUntil: moment('gathers_until'),
  /** When it was counted against the budgets; null: it was not, or costs nothing. */
  spentAt: moment('spent_at'),
  dueAt: moment('due_at').notNull(),
  giveUpAt: moment('give_up_at').notNull(),
  claimedBy: text('claimed_by'),
  leaseUntil: moment('lease_until'),
  providerId: text('provider_id'),
  /** What its reader said by the keys of a phone, each once. */
  answers: text('answers').array().$type<Answer[]>().notNull().default([]),
  /** Calls that nobody took, by the provider's names, and the attempt that made the newest of them. */
  endedIds: text('ended_ids').array().notNull().default([]),
  endedAttempts: integer('ended_attempts').notNull().default(0),
  /** When the provider is asked what became of it; null: it is not asked. */
  askAt: moment('ask_at'),
  asks: integer('asks').notNull().default(0),
  detail: text('detail'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export type DeliveryRow = typeof delivery.$inferSelect

/** What a message is about beside its `reference`. */
export const deliveryAlso = pgTable('delivery_also', {
  deliveryId: bigint('delivery_id', { mode: 'number' }).notNull(),
  reference: text('reference').notNull(),
})
