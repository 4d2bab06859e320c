import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { delivery, type Lane, type Urgency } from '../ledger/delivery.schema.ts'
import type { Part, Pot } from './budget-parts.policy.ts'

// What was counted against the budgets of SMS and calls, in the ledger, by the database's clock.

export interface ReachedBudget {
  of: 'user' | 'site'
  /** Whole seconds until one more may be sent. */
  seconds: number
  until: Date
  /** Of a user: it is the share of what is no graver, and what is graver may still go. */
  isShare: boolean
}

export interface Spender {
  channel: string
  userId: number | null
  /** What one more message has to fit into. */
  parts: readonly Part[]
  /** Messages a day for the whole site; null: not bounded by it. */
  perSite: number | null
  /** What is claimed, and not handed over yet, does not count. */
  isWithoutClaimed?: boolean
}

const isOfToday = (now: SQL) => sql`spent_at > ${now} - interval '1 day'`

/** The budget of the last 24 hours that one more message would pass; null if it may go. */
export async function reachedBudget(
  db: Queryable,
  now: SQL,
  { channel, userId, parts, perSite, isWithoutClaimed = false }: Spender,
): Promise<ReachedBudget | null> {
  // The message that stands in the way is the so many-th newest one; when it is a day old, another may go.
  // What a program from before the parts has counted is known by its lane alone.
  const waitFor = (whose: SQL, { count, pot, of }: Part) =>
    count === 0
      ? sql`86400`
      : sql`(SELECT ceil(extract(epoch from spent_at + interval '1 day' - ${now}))::int FROM delivery
             WHERE channel = ${channel} AND ${whose} AND ${isOfToday(now)}
               AND ${isWithoutClaimed ? sql`state <> 'SENDING'` : sql`true`}
               AND ${pot === null ? sql`true` : sql`spent_kept = ${pot === 'kept'}`}
               AND ${of === null ? sql`true` : sql`coalesce(spent_as, CASE lane WHEN 'other' THEN 'WARNING' END) = ANY (${sql.param([...of])}::text[])`}
             ORDER BY spent_at DESC OFFSET ${count - 1} LIMIT 1)`
  const waits = parts.map((part) => waitFor(sql`user_id = ${userId}`, part))
  const { rows } = await db.execute<{
    user_wait: number | null
    whole_wait: number | null
    site_wait: number | null
    now: number
  }>(
    sql`SELECT ${waits[0] ?? sql`NULL::int`} AS whole_wait, greatest(${sql.join(waits, sql`, `)}) AS user_wait,
               ${perSite === null ? sql`NULL::int` : waitFor(sql`true`, { count: perSite, pot: null, of: null })} AS site_wait,
               (extract(epoch from ${now}) * 1000)::float8 AS now`,
  )
  const [row] = rows
  if (row === undefined) return null
  const seconds = row.user_wait ?? row.site_wait
  if (seconds === null) return null
  const whole = Math.max(1, seconds)
  return {
    of: row.user_wait === null ? 'site' : 'user',
    seconds: whole,
    until: new Date(row.now + whole * 1000),
    isShare: row.user_wait !== null && row.whole_wait === null,
  }
}

/** Names today's message that a budget is used up; null where there was one within a day. */
export async function noticeKey(
  tx: Tx,
  now: SQL,
  { channel, userId }: { channel: string; userId: number },
): Promise<string | null> {
  const keyOf = (day: SQL) =>
    sql`'budget-used-up:' || ${channel}::text || ':' || ${userId}::int || ':' || to_char(${day} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT ${keyOf(now)} AS key WHERE NOT EXISTS (
      SELECT FROM delivery
      WHERE dedupe_key IN (${keyOf(now)}, ${keyOf(sql`(${now} - interval '1 day')`)})
        AND created_at > ${now} - interval '1 day')`)
  return rows[0]?.key ?? null
}

/** Messages of the last 24 hours, and those of them that were taken from what is kept. */
export interface Spent {
  all: number
  kept: number
}

export async function spentToday(
  db: Queryable,
  now: SQL,
  { channel, userId }: Pick<Spender, 'channel' | 'userId'>,
): Promise<Spent> {
  const { rows } = await db.execute<Spent & Record<string, unknown>>(
    sql`SELECT count(*)::int AS all, (count(*) FILTER (WHERE spent_kept))::int AS kept FROM delivery
        WHERE channel = ${channel} AND user_id = ${userId} AND ${isOfToday(now)}`,
  )
  return rows[0] ?? { all: 0, kept: 0 }
}

export async function markSpent(
  tx: Tx,
  now: SQL,
  id: number,
  { as, pot }: { as: Urgency; pot: Pot },
): Promise<void> {
  await tx
    .update(delivery)
    .set({ spentAt: now, spentAs: as, spentKept: pot === 'kept' })
    .where(eq(delivery.id, id))
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
