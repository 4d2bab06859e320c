import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/db/columns.ts'

export const userIdentity = pgTable('user_identity', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  issuer: text('issuer').notNull(),
  subject: text('subject'),
  email: text('email'),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
})

export const userSignInStart = pgTable('user_sign_in_start', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  stateHash: bytea('state_hash').notNull(),
  nonceHash: bytea('nonce_hash').notNull(),
  bindingHash: bytea('binding_hash').notNull(),
  linkUserId: integer('link_user_id'),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

export type IdentityRow = typeof userIdentity.$inferSelect
export type SignInStartRow = typeof userSignInStart.$inferSelect
