import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { type SessionRow, type UserRow, userAccount, userSession } from './accounts.schema.ts'
import { groupNames } from './user.store.ts'

export interface LivingSession {
  sessionId: number
  lastSeenAt: Date
  /** When it was last proved through an identity provider. */
  providerSignInAt: Date | null
  user: UserRow
  /** Beyond member. */
  groups: string[]
}

export async function insertSession(
  db: Queryable,
  row: Omit<typeof userSession.$inferInsert, 'id'>,
): Promise<number> {
  const [added] = await db.insert(userSession).values(row).returning({ id: userSession.id })
  if (!added) throw new Error('the session was not added')
  return added.id
}

/** The session of this secret with its user, unless it has expired or the user is disabled. */
export async function findSession(
  db: Queryable,
  secretHash: Buffer,
  at: { now: Date; idleBefore: Date },
): Promise<LivingSession | null> {
  const [row] = await db
    .select({
      sessionId: userSession.id,
      lastSeenAt: userSession.lastSeenAt,
      providerSignInAt: userSession.providerSignInAt,
      user: userAccount,
      groups: groupNames,
    })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(and(eq(userSession.secretHash, secretHash), ...lives(at)))
  return row ?? null
}

export async function sessionLives(
  db: Queryable,
  sessionId: number,
  at: { now: Date; idleBefore: Date },
): Promise<boolean> {
  const rows = await db
    .select({ id: userSession.id })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(and(eq(userSession.id, sessionId), ...lives(at)))
  return rows.length > 0
}

function lives(at: { now: Date; idleBefore: Date }) {
  return [
    gt(userSession.expiresAt, at.now),
    gt(userSession.lastSeenAt, at.idleBefore),
    isNull(userAccount.disabledAt),
  ]
}

export async function touchSession(db: Queryable, sessionId: number, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ lastSeenAt: sql`greatest(${userSession.lastSeenAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(userSession.id, sessionId))
}

/** Ends sessions of these secrets; gives the ids of those that were there. */
export async function deleteSessionsOfSecrets(db: Queryable, secretHashes: Buffer[]): Promise<number[]> {
  if (secretHashes.length === 0) return []
  const gone = await db
    .delete(userSession)
    .where(inArray(userSession.secretHash, secretHashes))
    .returning({ id: userSession.id })
  return gone.map((row) => row.id)
}

export async function deleteSessionsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const gone = await db
    .delete(userSession)
    .where(eq(userSession.userId, userId))
    .returning({ id: userSession.id })
  return gone.map((row) => row.id)
}

export async function deleteOtherSessions(
  db: Queryable,
  userId: number,
  sessionId: number,
): Promise<number[]> {
  const gone = await db
    .delete(userSession)
    .where(and(eq(userSession.userId, userId), ne(userSession.id, sessionId)))
    .returning({ id: userSession.id })
  return gone.map((row) => row.id)
}

/** Ends one session of a user; none if it is another's. */
export async function deleteSessionOf(db: Queryable, userId: number, sessionId: number): Promise<number[]> {
  const gone = await db
    .delete(userSession)
    .where(and(eq(userSession.userId, userId), eq(userSession.id, sessionId)))
    .returning({ id: userSession.id })
  return gone.map((row) => row.id)
}

/** Living sessions of a user, the newest activity first. */
export async function listSessions(
  db: Queryable,
  userId: number,
  at: { now: Date; idleBefore: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(userSession)
    .where(
      and(
        eq(userSession.userId, userId),
        gt(userSession.expiresAt, at.now),
        gt(userSession.lastSeenAt, at.idleBefore),
      ),
    )
    .orderBy(desc(userSession.lastSeenAt), desc(userSession.id))
    .limit(500)
}

/** The same session under another secret. */
export async function replaceSecret(db: Queryable, sessionId: number, secretHash: Buffer): Promise<boolean> {
  const changed = await db
    .update(userSession)
    .set({ secretHash })
    .where(eq(userSession.id, sessionId))
    .returning({ id: userSession.id })
  return changed.length > 0
}

export async function deleteDeadSessions(
  db: Queryable,
  at: { now: Date; idleBefore: Date },
): Promise<number[]> {
  const gone = await db
    .delete(userSession)
    .where(or(lte(userSession.expiresAt, at.now), lte(userSession.lastSeenAt, at.idleBefore)))
    .returning({ id: userSession.id })
  return gone.map((row) => row.id)
}
