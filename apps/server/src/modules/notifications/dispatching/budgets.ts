import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { delivery, type Lane } from '../ledger/delivery.schema.ts'
import type { ClaimedDelivery } from '../ledger/delivery.store.ts'
import type { NotificationsLog } from '../ledger/new-delivery.ts'
import type { Outcomes } from '../ledger/outcomes.ts'

/** The site's budget is that of its users, and of so many where there are fewer. */
const fewestUsers = 100
/** How long their number counts. */
const usersCountMs = 60_000
/** Rows of a storm that a full budget of the site ends at once. */
const suppressedAtOnce = 5_000

/** Messages a day for one user, by the channels whose messages cost money. */
export type DailyBudgets = Readonly<Record<string, number>>

export interface Budgets {
  /** Messages a day for one user; null where they cost nothing. */
  of(channel: string): number | null
  /**
   * The budget that one more message would pass; null if it may go. From here to the end of the transaction nobody
   * else spends, so whoever enqueues in it may rely on the answer.
   */
  reached(tx: Tx, channel: string, userId: number | null): Promise<ReachedBudget | null>
  /** Counts the rows just claimed; gives those that may be sent, the others are kept as SUPPRESSED (D9). */
  spend(tx: Tx, claimed: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[]>
}

/** What SMS and calls may cost (D15): counted in the ledger, by the database and its clock, over the last 24 hours. */
export function createBudgets(
  { db, clock, log }: { db: Pick<Database, 'now'>; clock: Pick<Clock, 'monotonic'>; log: NotificationsLog },
  /** As the environment has it now. */
  daily: () => DailyBudgets,
  outcomes: Pick<Outcomes, 'count' | 'failed'>,
): Budgets {
  const of = (channel: string) => {
    const budgets = daily()
    return Object.hasOwn(budgets, channel) ? (budgets[channel] ?? null) : null
  }

  let users = { count: fewestUsers, until: Number.NEGATIVE_INFINITY }

  async function usersOfSite(tx: Tx): Promise<number> {
    if (clock.monotonic() >= users.until) {
      const count = Math.max(fewestUsers, await countUsers(tx))
      users = { count, until: clock.monotonic() + usersCountMs }
    }
    return users.count
  }

  async function spenderOf(tx: Tx, channel: string, userId: number | null): Promise<Spender | null> {
    const perUser = of(channel)
    if (perUser === null) return null
    return { channel, userId, perUser, perSite: perUser * (await usersOfSite(tx)) }
  }

  async function spendOne(tx: Tx, row: ClaimedDelivery): Promise<boolean> {
    if (row.spentAt !== null) return true
    const spender = await spenderOf(tx, row.channel, row.userId)
    if (spender === null) return true
    const reached = await reachedBudget(tx, db.now(), allowedIn(row.lane, spender))
    if (reached === null) {
      await markSpent(tx, db.now(), row.id)
      return true
    }
    await suppressClaimed(tx, db.now(), row.id, reasonOf(reached, spender, row.lane))
    outcomes.count(row.channel, 'SUPPRESSED')
    // The reader still has to be notified: by the next channel.
    if (row.lane === 'critical') await outcomes.failed(tx, row)
    if (reached.of === 'site') await suppressRest(tx, row, reasonOf(reached, spender, row.lane))
    return false
  }

  /** A budget of the site ends the whole lane: row by row a storm would take an hour to say so. */
  async function suppressRest(tx: Tx, row: { channel: string; lane: Lane }, reason: string): Promise<void> {
    log.warn({ channel: row.channel }, `the site's ${reason}`)
    outcomes.count(
      row.channel,
      'SUPPRESSED',
      await suppressQueued(tx, db.now(), row, reason, suppressedAtOnce),
    )
  }

  return {
    of,
    reached: async (tx, channel, userId) => {
      await lockSpending(tx)
      const spender = await spenderOf(tx, channel, userId)
      if (spender === null) return null
      return reachedBudget(tx, db.now(), spender)
    },
    spend: async (tx, claimed) => {
      const within: ClaimedDelivery[] = []
      for (const row of claimed) if (await spendOne(tx, row)) within.push(row)
      return within
    },
  }
}

/**
 * What is CRITICAL is bounded by its reader's own budget alone: nobody's spending silences another's. Other alerts
 * leave one message of each budget, unless that is all there is.
 */
function allowedIn(lane: Lane, spender: Spender): Spender {
  if (lane === 'critical') return { ...spender, perSite: null }
  if (lane !== 'other') return spender
  const less = (budget: number) => (budget > 1 ? budget - 1 : budget)
  return { ...spender, perUser: less(spender.perUser), perSite: spender.perSite && less(spender.perSite) }
}

async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ users: number }>(
    sql`SELECT count(*)::int AS users FROM user_account WHERE disabled_at IS NULL`,
  )
  return rows[0]?.users ?? 0
}

function reasonOf({ of }: ReachedBudget, { channel, perUser, perSite }: Spender, lane: Lane): string {
  const count = (of === 'user' ? perUser : perSite) ?? 0
  const left = lane === 'other' && count > 1 ? ' but for one, kept for a CRITICAL alert' : ''
  return `budget of ${count} ${channel} messages a day is used up${left}`
}

/** From here to the end of the transaction nobody else spends: many at once count like one after the other. */
export async function lockSpending(tx: Tx): Promise<void> {
  await takeLock(tx, 'spending')
}

export interface ReachedBudget {
  of: 'user' | 'site'
  /** Whole seconds until one more may be sent. */
  seconds: number
}

interface Spender {
  channel: string
  userId: number | null
  /** Messages a day for one user. */
  perUser: number
  /** And for the whole site; null: not bounded by it. */
  perSite: number | null
}

/** The budget of the last 24 hours that one more message would pass; null if it may go. */
async function reachedBudget(
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
    sql`SELECT ${waitFor(sql`user_id = ${userId}`, perUser)} AS user_wait, ${perSite === null ? sql`NULL::int` : waitFor(sql`true`, perSite)} AS site_wait`,
  )
  const { user_wait: user = null, site_wait: site = null } = rows[0] ?? {}
  if (user !== null) return { of: 'user', seconds: Math.max(1, user) }
  return site === null ? null : { of: 'site', seconds: Math.max(1, site) }
}

async function markSpent(tx: Tx, now: SQL, id: number): Promise<void> {
  await tx.update(delivery).set({ spentAt: now }).where(eq(delivery.id, id))
}

/** Keeps a claimed row for the record; it was not sent. */
async function suppressClaimed(tx: Tx, now: SQL, id: number, detail: string): Promise<void> {
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
async function suppressQueued(
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
