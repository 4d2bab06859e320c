import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/db/columns.ts'

/** Links that were mailed: to set a new password, to confirm a new address, to take an address back. */
export const userToken = pgTable('user_token', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  kind: text('kind').$type<TokenKind>().notNull(),
  userId: integer('user_id'),
  tokenHash: bytea('token_hash').notNull(),
  email: text('email'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  voidedAt: moment('voided_at'),
})

export type TokenKind = 'reset' | 'email_change' | 'email_undo'
export type TokenRow = typeof userToken.$inferSelect
