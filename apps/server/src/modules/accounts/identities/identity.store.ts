import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type UserRow, userAccount } from '../accounts.schema.ts'
import { userIdentity } from './identities.schema.ts'

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

/** Null if the identity belongs to somebody, or the user has another one of this issuer. */
export async function insertIdentity(
  db: Queryable,
  userId: number,
  identity: Identity,
  now: Date,
): Promise<number | null> {
  const [added] = await db
    .insert(userIdentity)
    .values({ userId, ...identity, createdAt: now, lastUsedAt: now })
    .onConflictDoNothing()
    .returning({ id: userIdentity.id })
  return added?.id ?? null
}

export async function touchIdentity(db: Queryable, { issuer, subject }: Identity, now: Date): Promise<void> {
  await db
    .update(userIdentity)
    .set({ lastUsedAt: now })
    .where(and(eq(userIdentity.issuer, issuer), eq(userIdentity.subject, subject)))
}
