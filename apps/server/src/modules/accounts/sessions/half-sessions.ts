import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'

const userHalfSession = pgTable('user_half_session', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  issuer: text('issuer'),
  providerSignInAt: timestamptz('provider_sign_in_at'),
  expiresAt: timestamptz('expires_at').notNull(),
})

/** A sign-in whose first factor was given (A128): the second step is all that it is good for. */
export type HalfSession = typeof userHalfSession.$inferSelect

/** Long enough to find one's phone or key. */
export const halfSessionMs = 10 * 60_000

/** @param half `provider`: the identity provider that was the first factor; null: the password was */
export async function openHalfSession(
  db: Queryable,
  half: { userId: number; secret: string; provider: { issuer: string; at: Date } | null },
  now: number,
): Promise<void> {
  const { userId, secret, provider } = half
  const expiresAt = new Date(now + halfSessionMs)
  await db.insert(userHalfSession).values({
    userId,
    issuer: provider?.issuer ?? null,
    providerSignInAt: provider?.at ?? null,
    secretHash: tokenHash(secret),
    expiresAt,
  })
}

/** The one that lives among those that a browser sent; null for none. */
export async function findHalfSession(
  db: Queryable,
  secrets: readonly string[],
  now: Date,
): Promise<HalfSession | null> {
  if (secrets.length === 0) return null
  const [row] = await db
    .select()
    .from(userHalfSession)
    .where(
      and(inArray(userHalfSession.secretHash, secrets.map(tokenHash)), gt(userHalfSession.expiresAt, now)),
    )
    .limit(1)
  return row ?? null
}

/** Ends it; false if it has ended already. */
export async function endHalfSession(db: Queryable, id: number): Promise<boolean> {
  const gone = await db
    .delete(userHalfSession)
    .where(eq(userHalfSession.id, id))
    .returning({ id: userHalfSession.id })
  return gone.length > 0
}

/** What a user, or whoever knew their password, had begun. */
export async function endHalfSessionsOf(db: Queryable, userId: number): Promise<void> {
  await db.delete(userHalfSession).where(eq(userHalfSession.userId, userId))
}

export async function forgetHalfSessions(db: Queryable, before: Date): Promise<void> {
  await db.delete(userHalfSession).where(lt(userHalfSession.expiresAt, before))
}
