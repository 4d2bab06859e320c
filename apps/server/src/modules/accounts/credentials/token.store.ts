import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type TokenKind, type TokenRow, userToken } from './token.schema.ts'

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
