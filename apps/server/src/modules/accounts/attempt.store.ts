import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { type AttemptKind, userAttempt } from './accounts.schema.ts'

export interface NewAttempt {
  kind: AttemptKind
  subject: Buffer
  network: string
  failed: boolean
  at: Date
}

export async function insertAttempt(db: Queryable, attempt: NewAttempt): Promise<number> {
  const [added] = await db.insert(userAttempt).values(attempt).returning({ id: userAttempt.id })
  if (!added) throw new Error('the attempt was not added')
  return added.id
}

export async function markSucceeded(db: Queryable, attemptId: number): Promise<void> {
  await db.update(userAttempt).set({ failed: false }).where(eq(userAttempt.id, attemptId))
}

/** Moments of the newest `limit` failures for a subject since then, oldest first. */
export async function failuresOf(
  db: Queryable,
  kind: AttemptKind,
  subject: Buffer,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .select({ at: userAttempt.at })
    .from(userAttempt)
    .where(
      and(
        eq(userAttempt.kind, kind),
        eq(userAttempt.subject, subject),
        eq(userAttempt.failed, true),
        gt(userAttempt.at, since),
      ),
    )
    .orderBy(desc(userAttempt.at))
    .limit(limit)
  return rows.map((row) => row.at).reverse()
}

/** Moments of the newest `limit` attempts from a network address since then, oldest first. */
export async function attemptsFrom(
  db: Queryable,
  kind: AttemptKind,
  network: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const newest = db
    .select({ at: userAttempt.at })
    .from(userAttempt)
    .where(and(eq(userAttempt.kind, kind), eq(userAttempt.network, network), gt(userAttempt.at, since)))
    .orderBy(desc(userAttempt.at))
    .limit(limit)
    .as('newest')
  const rows = await db.select({ at: newest.at }).from(newest).orderBy(asc(newest.at))
  return rows.map((row) => row.at)
}

export async function forgetAttempts(db: Queryable, before: Date): Promise<void> {
  await db.delete(userAttempt).where(lt(userAttempt.at, before))
}
