import { and, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type UserRow, userAccount } from '../accounts.schema.ts'
import { sessionOrigin, userIdentity } from './identities.schema.ts'

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

export async function markSessionByProvider(db: Queryable, secretHash: Buffer): Promise<void> {
  await db.update(sessionOrigin).set({ byProvider: true }).where(eq(sessionOrigin.secretHash, secretHash))
}

/** True if this session began with a provider's sign-in since then: what a password proves for others (I9). */
export async function signedInByProviderSince(
  db: Queryable,
  sessionId: number,
  since: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: sessionOrigin.id })
    .from(sessionOrigin)
    .where(
      and(
        eq(sessionOrigin.id, sessionId),
        eq(sessionOrigin.byProvider, true),
        gt(sessionOrigin.createdAt, since),
      ),
    )
  return rows.length > 0
}
