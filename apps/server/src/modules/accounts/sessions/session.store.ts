import { and, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type SessionRow, type UserRow, userAccount, userSession } from '../users/accounts.schema.ts'
import { ownsFactor } from '../second-factor/second-factor.store.ts'
import { groupNames } from '../users/user.store.ts'

/** Now, and the newest activity that is too old by now. */
interface SessionTime {
  now: Date
  idleBefore: Date
}

export interface LivingSession {
  sessionId: number
  lastSeenAt: Date
  expiresAt: Date
  signedInAt: Date
  /** When it was last proved through an identity provider. */
  providerSignInAt: Date | null
  /** When a second factor was last given in it. */
  factorAt: Date | null
  /** Only where it matters (`createSessions`), else true. */
  hasFactor: boolean
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
  withFactors: boolean,
): (secretHashes: readonly Buffer[], at: SessionTime) => Promise<FoundSession[]> {
  const statement = db
    .select({
      secretHash: userSession.secretHash,
      sessionId: userSession.id,
      lastSeenAt: userSession.lastSeenAt,
      expiresAt: userSession.expiresAt,
      signedInAt: userSession.createdAt,
      providerSignInAt: userSession.providerSignInAt,
      factorAt: userSession.factorAt,
      hasFactor: withFactors ? ownsFactor(userAccount.id) : sql<boolean>`true`,
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
    .prepare(withFactors ? 'find_sessions_and_factors' : 'find_sessions')
  return (secretHashes, { now, idleBefore }) =>
    statement.execute({ secretHashes, now: now.toISOString(), idleBefore: idleBefore.toISOString() })
}

export async function sessionLives(db: Queryable, sessionId: number, at: SessionTime): Promise<boolean> {
  const rows = await db
    .select({ id: userSession.id })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(and(eq(userSession.id, sessionId), ...lives(at)))
  return rows.length > 0
}

function lives(at: SessionTime) {
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

/** Which sessions end: those of these secrets, all or all but one of a user, or one that is the user's own. */
export type EndingSessions =
  | { secretHashes: readonly Buffer[] }
  | { userId: number; only?: number; but?: number }
  | { deadAt: SessionTime }

/** Ends sessions; gives the ids of those that were there. */
export async function deleteSessions(db: Queryable, which: EndingSessions): Promise<number[]> {
  const gone = await db.delete(userSession).where(ending(which)).returning({ id: userSession.id })
  return gone.map((row) => row.id)
}

function ending(which: EndingSessions): SQL | undefined {
  if ('secretHashes' in which) return inArray(userSession.secretHash, [...which.secretHashes])
  if ('deadAt' in which) {
    const { now, idleBefore } = which.deadAt
    return or(lte(userSession.expiresAt, now), lte(userSession.lastSeenAt, idleBefore))
  }
  const { userId, only, but } = which
  return and(
    eq(userSession.userId, userId),
    only === undefined ? undefined : eq(userSession.id, only),
    but === undefined ? undefined : ne(userSession.id, but),
  )
}

/**
 * Whether a statement may end a session or change who it is of: every one that names their tables, but for new sessions
 * and for activity, which only makes one live longer. Only the look-up is prepared by name. A disabled or deleted account
 * is recognized by its own table.
 */
export function changesCallers(statement: string): boolean {
  return namesCallers.test(statement) && !changesNobody.test(statement)
}

const namesCallers = /\buser_(session|account|group|totp|passkey)\b/i
const changesNobody =
  /^(?!.*;)(select\b(?!.*\binto\b)|insert into "user_session" |update "user_session" set "last_seen_at" = greatest\("user_session"\."last_seen_at", \$1::timestamptz\) where )/is

/** Living sessions of a user, the newest activity first. */
export async function listSessions(db: Queryable, userId: number, at: SessionTime): Promise<SessionRow[]> {
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

export async function setFactorAt(db: Queryable, sessionId: number, factorAt: Date): Promise<void> {
  await db.update(userSession).set({ factorAt }).where(eq(userSession.id, sessionId))
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
