import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type RegistrationRow, userRegistration } from '../users/accounts.schema.ts'

export async function insertRegistration(
  db: Queryable,
  row: Omit<typeof userRegistration.$inferInsert, 'id'>,
): Promise<number> {
  const [added] = await db.insert(userRegistration).values(row).returning({ id: userRegistration.id })
  if (!added) throw new Error('the registration was not added')
  return added.id
}

/** The registration that this token would make real; null if it is used, void, expired or none. */
export async function findOpenRegistration(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<RegistrationRow | null> {
  const [row] = await db
    .select()
    .from(userRegistration)
    .where(and(eq(userRegistration.tokenHash, tokenHash), ...isOpen(now)))
  return row ?? null
}

/**
 * The password of the newest registration with an address that was not confirmed, whether or not the address was taken:
 * only so does it tell nobody which it was.
 */
export async function findUnconfirmedPassword(
  db: Queryable,
  emailKey: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: userRegistration.passwordHash })
    .from(userRegistration)
    .where(
      and(
        eq(userRegistration.emailKey, emailKey),
        isNull(userRegistration.usedAt),
        gt(userRegistration.expiresAt, now),
      ),
    )
    .orderBy(desc(userRegistration.id))
    .limit(1)
  return row?.passwordHash ?? null
}

/** Marks it as used; false if somebody was faster or it is not open any more. Locks the row until the end. */
export async function claimRegistration(db: Queryable, id: number, now: Date): Promise<boolean> {
  const claimed = await db
    .update(userRegistration)
    .set({ usedAt: now })
    .where(and(eq(userRegistration.id, id), ...isOpen(now)))
    .returning({ id: userRegistration.id })
  return claimed.length > 0
}

/** Counts a try at the password, before it is made; false once there were `limit`: then the row is void. */
export async function countPasswordTry(
  db: Queryable,
  id: number,
  limit: number,
  now: Date,
): Promise<boolean> {
  const counted = await db
    .update(userRegistration)
    .set({ tries: sql`${userRegistration.tries} + 1` })
    .where(and(eq(userRegistration.id, id), lt(userRegistration.tries, limit), ...isOpen(now)))
    .returning({ id: userRegistration.id })
  return counted.length > 0
}

/** The others of the address will never become real: it has its account. */
export async function voidRegistrations(db: Queryable, emailKey: string, now: Date): Promise<void> {
  await db
    .update(userRegistration)
    .set({ voidedAt: now })
    .where(
      and(
        eq(userRegistration.emailKey, emailKey),
        isNull(userRegistration.usedAt),
        isNull(userRegistration.voidedAt),
      ),
    )
}

export async function forgetRegistrations(db: Queryable, before: Date): Promise<void> {
  await db.delete(userRegistration).where(lt(userRegistration.expiresAt, before))
}

function isOpen(now: Date) {
  return [
    isNull(userRegistration.usedAt),
    isNull(userRegistration.voidedAt),
    gt(userRegistration.expiresAt, now),
  ]
}
