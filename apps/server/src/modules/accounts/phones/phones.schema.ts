import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/db/columns.ts'

export const userPhone = pgTable('user_phone', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  phone: text('phone').notNull(),
  confirmedAt: moment('confirmed_at'),
  createdAt: moment('created_at').notNull(),
  codeHash: bytea('code_hash'),
  codeExpiresAt: moment('code_expires_at'),
  tries: integer('tries').notNull().default(0),
  resendAfter: moment('resend_after').notNull(),
})

export const userPhoneMessage = pgTable('user_phone_message', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  channel: text('channel').$type<PhoneChannel>().notNull(),
  phone: text('phone').notNull(),
  numberRange: text('number_range').notNull(),
  userId: integer('user_id').notNull(),
  network: text('network').notNull(),
  at: moment('at').notNull(),
  usedAt: moment('used_at'),
})

export type PhoneChannel = 'sms' | 'voice'
export type PhoneRow = typeof userPhone.$inferSelect
export type PhoneMessageRow = typeof userPhoneMessage.$inferSelect
