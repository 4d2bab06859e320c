import type { AuditKind } from '@roundsman/contract/accounts/audit'
import type { Language } from '@roundsman/contract/accounts/users'
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'

const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity()

// Migration 0003; `providerSignInAt`: accounts-tokens.

export const userAccount = pgTable('user_account', {
  id: id(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  passwordHash: text('password_hash'),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  avatar: text('avatar'),
  language: text('language').$type<Language>().notNull().default('en'),
  timezone: text('timezone').notNull().default('UTC'),
  /** Nobody has chosen it, and no browser has named its own (migration 0038). */
  awaitsTimezone: boolean('awaits_timezone').notNull().default(true),
  createdAt: timestamptz('created_at').notNull(),
  disabledAt: timestamptz('disabled_at'),
})

export const userGroup = pgTable(
  'user_group',
  { userId: integer('user_id').notNull(), name: text('name').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
)

export const userSession = pgTable('user_session', {
  id: id(),
  userId: integer('user_id').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  lastSeenAt: timestamptz('last_seen_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  ip: text('ip').notNull(),
  userAgent: text('user_agent').notNull(),
  providerSignInAt: timestamptz('provider_sign_in_at'),
  factorAt: timestamptz('factor_at'),
})

export const auditEvent = pgTable('audit_event', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id'),
  at: timestamptz('at').notNull(),
  kind: text('kind').$type<AuditKind>().notNull(),
  ip: text('ip'),
  userAgent: text('user_agent'),
  detail: text('detail'),
})

export const userRegistration = pgTable('user_registration', {
  id: id(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  language: text('language').$type<Language>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  preSessionHash: bytea('pre_session_hash'),
  tries: integer('tries').notNull().default(0),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  usedAt: timestamptz('used_at'),
  voidedAt: timestamptz('voided_at'),
})

export const userAttempt = pgTable('user_attempt', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  kind: text('kind').$type<AttemptKind>().notNull(),
  subject: bytea('subject').notNull(),
  network: text('network').notNull(),
  failed: boolean('failed').notNull(),
  at: timestamptz('at').notNull(),
})

export const userKnownNetwork = pgTable(
  'user_known_network',
  {
    userId: integer('user_id').notNull(),
    network: text('network').notNull(),
    lastUsedAt: timestamptz('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network] })],
)

/** `password`: the present password, asked for again within a session. */
export type AttemptKind =
  | 'login'
  | 'register'
  | 'confirm'
  | 'reset'
  | 'email_change'
  | 'password'
  | 'second_factor'
  | 'contact'
  | 'invitation'
  | 'export'
export type UserRow = typeof userAccount.$inferSelect
export type SessionRow = typeof userSession.$inferSelect
export type RegistrationRow = typeof userRegistration.$inferSelect
