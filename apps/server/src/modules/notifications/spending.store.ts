import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { delivery } from './delivery.schema.ts'
import type { Lane } from './lane.ts'

/** From here to the end of the transaction nobody else spends: many at once count like one after the other. */
export async function lockSpending(tx: Tx): Promise<void> {
  await takeLock(tx, 'spending')
}

export interface ReachedBudget {
  of: 'user' | 'site'
  /** Whole seconds until one more may be sent. */
  seconds: number
}

export interface Spender {
  channel: string
  userId: number | null
  /** Messages a day for one user. */
  perUser: number
  /** And for the whole site. */
  perSite: number
}

/** The budget of the last 24 hours that one more message would pass; null if it may go. */
export async function reachedBudget(
  db: Queryable,
  now: SQL,
  { channel, userId, perUser, perSite }: Spender,
): Promise<ReachedBudget | null> {
  if (perUser === 0) return { of: 'user', seconds: 86_400 }
  // The message that stands in the way is the so many-th newest one; when it is a day old, another may go.
  const waitFor = (whose: SQL, count: number) =>
    sql`(SELECT ceil(extract(epoch from spent_at + interval '1 day' - ${now}))::int FROM delivery
         WHERE channel = ${channel} AND ${whose} AND spent_at > ${now} - interval '1 day'
         ORDER BY spent_at DESC OFFSET ${count - 1} LIMIT 1)`
  const { rows } = await db.execute<{ user_wait: number | null; site_wait: number | null }>(
    sql`SELECT ${waitFor(sql`user_id = ${userId}`, perUser)} AS user_wait, ${waitFor(sql`true`, perSite)} AS site_wait`,
  )
  const { user_wait: user = null, site_wait: site = null } = rows[0] ?? {}
  if (user !== null) return { of: 'user', seconds: Math.max(1, user) }
  return site === null ? null : { of: 'site', seconds: Math.max(1, site) }
}

export async function markSpent(tx: Tx, now: SQL, id: number): Promise<void> {
  await tx.update(delivery).set({ spentAt: now }).where(eq(delivery.id, id))
}

/** Keeps a claimed row for the record; it was not sent. */
export async function suppressClaimed(tx: Tx, now: SQL, id: number, detail: string): Promise<void> {
  await tx
    .update(delivery)
    .set({
      state: 'SUPPRESSED',
      detail,
      attempts: sql`${delivery.attempts} - 1`,
      payload: null,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(eq(delivery.id, id))
}

/** Keeps for the record what waits in a lane of a channel and was counted nowhere, `limit` rows of it; gives how many. */
export async function suppressQueued(
  tx: Tx,
  now: SQL,
  lane: { channel: string; lane: Lane },
  detail: string,
  limit: number,
): Promise<number> {
  const waiting = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, lane.channel),
        eq(delivery.lane, lane.lane),
        eq(delivery.state, 'QUEUED'),
        sql`${delivery.spentAt} is null`,
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
  const suppressed = await tx
    .update(delivery)
    .set({ state: 'SUPPRESSED', detail, payload: null, updatedAt: now })
    .where(inArray(delivery.id, waiting))
    .returning({ id: delivery.id })
  return suppressed.length
}
