import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type SessionRow, userAccount, type UserRow, userSession } from '../users/accounts.schema.ts'
import { groupNames } from '../users/user.store.ts'

export interface LivingSession {
  sessionId: number
  lastSeenAt: Date
  /** When it was last proved through an identity provider. */
  providerSignInAt: Date | null
  user: UserRow
  /** Beyond member. */
  groups: string[]
}

export type FoundSession = LivingSession & { secretHash: Buffer }

export async function insertSession(
  db: Queryable,
  row: Omit<typeof userSession.$inferInsert, 'id'>,
): Promise<number> {
  const [added] = await db.insert(userSession).values(row).returning({ id: userSession.id })
  if (!added) throw new Error('the session was not added')
  return added.id
}

/**
 * Looks up sessions by their secrets: those that have not expired, with their users, unless these are disabled. As every
 * request asks this, the statement is prepared once.
 */
export function prepareFindSessions(
  db: Queryable,
): (secretHashes: readonly Buffer[], at: { now: Date; idleBefore: Date }) => Promise<FoundSession[]> {
  const statement = db
    .select({
      secretHash: userSession.secretHash,
      sessionId: userSession.id,
      lastSeenAt: userSession.lastSeenAt,
      providerSignInAt: userSession.providerSignInAt,
      user: userAccount,
      groups: groupNames,
    })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(
      and(
        sql`${userSession.secretHash} = any(${sql.placeholder('secretHashes')}::bytea[])`,
        sql`${userSession.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
        sql`${userSession.lastSeenAt} > ${sql.placeholder('idleBefore')}::timestamptz`,
        isNull(userAccount.disabledAt),
      ),
    )
    .prepare('find_sessions')
  return (secretHashes, { now, idleBefore }) =>
    statement.execute({ secretHashes, now: now.toISOString(), idleBefore: idleBefore.toISOString() })
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
