import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'

/** Links that were mailed: to set a new password, to confirm a new address, to take an address back. */
export const userToken = pgTable('user_token', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  kind: text('kind').$type<TokenKind>().notNull(),
  userId: integer('user_id'),
  tokenHash: bytea('token_hash').notNull(),
  email: text('email'),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  usedAt: timestamptz('used_at'),
  voidedAt: timestamptz('voided_at'),
})

type TokenKind = 'reset' | 'email_change' | 'email_undo'
type TokenRow = typeof userToken.$inferSelect

export async function insertToken(
  db: Queryable,
  row: Omit<typeof userToken.$inferInsert, 'id'>,
): Promise<number> {
  const [added] = await db.insert(userToken).values(row).returning({ id: userToken.id })
  if (!added) throw new Error('the token was not added')
  return added.id
}

/** The token of this digest; null if it is used, void, expired, of another kind or none. */
export async function findOpenToken(
  db: Queryable,
  kinds: TokenKind[],
  tokenHash: Buffer,
  now: Date,
): Promise<(TokenRow & { userId: number }) | null> {
  const [row] = await db
    .select()
    .from(userToken)
    .where(and(eq(userToken.tokenHash, tokenHash), inArray(userToken.kind, kinds), ...isOpen(now)))
  if (!row || row.userId === null) return null
  return { ...row, userId: row.userId }
}

/** Marks it as used; false if somebody was faster. Locks the row until the end. */
export async function claimToken(db: Queryable, id: number, now: Date): Promise<boolean> {
  const claimed = await db
    .update(userToken)
    .set({ usedAt: now })
    .where(and(eq(userToken.id, id), ...isOpen(now)))
    .returning({ id: userToken.id })
  return claimed.length > 0
}

/** None of these kinds works any more for the user. */
export async function voidTokens(
  db: Queryable,
  userId: number,
  kinds: TokenKind[],
  now: Date,
): Promise<void> {
  await db
    .update(userToken)
    .set({ voidedAt: now })
    .where(and(eq(userToken.userId, userId), inArray(userToken.kind, kinds), ...isOpen(now)))
}

export async function forgetTokens(db: Queryable, before: Date): Promise<void> {
  await db.delete(userToken).where(lt(userToken.expiresAt, before))
}

function isOpen(now: Date) {
  return [isNull(userToken.usedAt), isNull(userToken.voidedAt), gt(userToken.expiresAt, now)]
}

const hour = 60 * 60_000

/** A mailed link to set a password or to confirm an address works this long (A36). */
export const tokenValidMs = hour
/** A link to take an address back (A43): whoever lost it may read that mailbox once in a while only. */
export const undoValidMs = 72 * hour
