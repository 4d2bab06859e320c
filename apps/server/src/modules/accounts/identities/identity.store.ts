import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type UserRow, userAccount } from '../accounts.schema.ts'
import { type IdentityRow, userIdentity } from './identities.schema.ts'

/** Who somebody is for a provider. */
export interface Identity {
  issuer: string
  subject: string
}

export async function findUserByIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: userAccount })
    .from(userIdentity)
    .innerJoin(userAccount, eq(userAccount.id, userIdentity.userId))
    .where(and(eq(userIdentity.issuer, issuer), eq(userIdentity.subject, subject)))
  return row?.user ?? null
}

/** An identity with the confirmed address that the provider gives it by now; null: none. */
export type ReportedIdentity = Identity & { email: string | null }

/** Null if the identity belongs to somebody, or the user has, or removed, another one of this issuer. */
export async function insertIdentity(
  db: Queryable,
  userId: number,
  { issuer, subject, email }: ReportedIdentity,
  now: Date,
): Promise<IdentityRow | null> {
  const [added] = await db
    .insert(userIdentity)
    .values({ userId, issuer, subject, email, createdAt: now, lastUsedAt: now })
    .onConflictDoNothing()
    .returning()
  return added ?? null
}

export async function touchIdentity(
  db: Queryable,
  { issuer, subject, email }: ReportedIdentity,
  now: Date,
): Promise<void> {
  await db
    .update(userIdentity)
    .set({ lastUsedAt: now, email })
    .where(and(eq(userIdentity.issuer, issuer), eq(userIdentity.subject, subject)))
}

/** Identities of a user, the oldest first. */
export async function identitiesOf(db: Queryable, userId: number): Promise<IdentityRow[]> {
  return db
    .select()
    .from(userIdentity)
    .where(and(eq(userIdentity.userId, userId), isNotNull(userIdentity.subject)))
    .orderBy(asc(userIdentity.id))
}

/** Frees the subject; the row goes on standing in the way of another one that has the user's address (I12). */
export async function retireIdentity(db: Queryable, id: number): Promise<void> {
  await db.update(userIdentity).set({ subject: null, email: null }).where(eq(userIdentity.id, id))
}

/** Makes room for an identity that the user adds. */
export async function forgetRetired(db: Queryable, userId: number, issuer: string): Promise<void> {
  await db
    .delete(userIdentity)
    .where(
      and(eq(userIdentity.userId, userId), eq(userIdentity.issuer, issuer), isNull(userIdentity.subject)),
    )
}
