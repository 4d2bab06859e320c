import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { delivery, type Lane, type Urgency } from '../ledger/delivery.schema.ts'
import { type ClaimedDelivery, giveBack } from '../ledger/delivery.store.ts'
import type { NotificationsLog } from '../ledger/new-delivery.ts'
import type { Outcomes } from '../ledger/outcomes.ts'
import { keptForGrave, type Part, partsOf } from './budget-parts.policy.ts'

/** The site's budget is that of its users, and of so many where there are fewer. */
const fewestUsers = 100
/** What the history says of a message that is kept back while its outage may be a blip. */
export const waitsForMore = 'waiting: the daily limit is used up, and this may be over in a moment'
const lookMs = 5_000
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
  /** After a message has gone out: its reader is told where it was the last one (D316). */
  wentOut(row: ClaimedDelivery): Promise<void>
  /** How many messages a user may still get today, those kept for what is GRAVE left out; null where they cost nothing. */
  leftFor(channel: string, userId: number): Promise<LeftToday | null>
}

/** `until`: when there is one again, by the database's clock; null while there is one. `kept`: how many there are for what is GRAVE. */
export interface LeftToday {
  count: number
  kept: number
  until: Date | null
}

interface BudgetDeps {
  db: Pick<Database, 'now' | 'orm' | 'transaction'>
  clock: Pick<Clock, 'monotonic'>
  log: NotificationsLog
  /** As the environment has it now. */
  daily(this: void): DailyBudgets
  /** `usedUp` hears of the message that uses the last one up, once it is out, or is kept back first. */
  outcomes: Pick<Outcomes, 'count' | 'failed' | 'usedUp'>
  /** What a row is about, by whoever owns its kind. */
  urgencyOf(this: void, tx: Tx, row: ClaimedDelivery): Promise<Urgency>
}

/**
 * How the ledger writes that a user's budget kept a message back, with when there is one again: all that is open, or the
 * share of what is no graver, while the rest is kept for what is.
 */
const usedUpDetails = ['budget_used_up', 'budget_share_used_up'] as const

/** What such a detail says; null: it is another one. */
export function usedUpIn(detail: string | null): { isShare: boolean; until: Date } | null {
  const [name = '', until = ''] = detail?.split(' ') ?? []
  const index = usedUpDetails.findIndex((one) => one === name)
  return index < 0 ? null : { isShare: index === 1, until: new Date(until) }
}

/** What SMS and calls may cost (D15): counted in the ledger, by the database and its clock, over the last 24 hours. */
export function createBudgets({ db, clock, log, daily, outcomes, urgencyOf }: BudgetDeps): Budgets {
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

  async function spenderOf(
    tx: Tx,
    { channel, userId, urgency }: { channel: string; userId: number | null; urgency: Urgency | 'ASKED' },
  ): Promise<Spender | null> {
    const perUser = of(channel)
    if (perUser === null) return null
    const ofSite = perUser * (await usersOfSite(tx))
    // Other alerts leave one message of the site, unless that is all there is (D41).
    const perSite = urgency !== 'ASKED' && ofSite > 1 ? ofSite - 1 : ofSite
    // Nobody's spending silences what is CRITICAL for another.
    const isUnbounded = urgency !== 'INFO' && urgency !== 'WARNING' && urgency !== 'ASKED'
    return { channel, userId, parts: partsOf(perUser, urgency), perSite: isUnbounded ? null : perSite }
  }

  async function spendOne(tx: Tx, row: ClaimedDelivery): Promise<boolean> {
    if (row.spentAt !== null) return true
    const perUser = of(row.channel)
    if (perUser === null) return true
    const urgency = await urgencyOf(tx, row)
    const spender = await spenderOf(tx, { ...row, urgency })
    if (spender === null) return true
    const reached = await reachedBudget(tx, db.now(), spender)
    if (reached === null) {
      await markSpent(tx, db.now(), row.id, urgency)
      return true
    }
    // Where nothing would be left for it either, its reader is told another way at once.
    const asNear = { ...spender, parts: partsOf(perUser, 'NEAR_JAIL') }
    if (urgency === 'YOUNG' && (await reachedBudget(tx, db.now(), asNear)) === null) {
      await giveBack(tx, db.now(), row, { inMs: lookMs, detail: waitsForMore })
      return false
    }
    // Codes, and a budget that was made smaller, use it up with no alert.
    if (reached.of === 'user' && !reached.isShare) await tellUsedUp(tx, row, perUser)
    const detail = detailOf(await asOrdinary(tx, row, reached, perUser), spender)
    await suppressClaimed(tx, db.now(), row.id, detail)
    outcomes.count(row.channel, 'SUPPRESSED')
    // The reader still has to be notified: by the next channel.
    if (reached.of === 'user' || row.lane === 'critical') await outcomes.failed(tx, row)
    if (reached.of === 'site') await suppressRest(tx, row, detail)
    return false
  }

  /** What near jail waits for comes before there is one for all: of one limit there is one time (D329). */
  async function asOrdinary(
    tx: Tx,
    { channel, userId }: Pick<ClaimedDelivery, 'channel' | 'userId'>,
    reached: ReachedBudget,
    perUser: number,
  ): Promise<ReachedBudget> {
    if (reached.of === 'site' || reached.isShare || userId === null) return reached
    return (await reachedBudget(tx, db.now(), openTo(channel, userId, perUser))) ?? reached
  }

  /**
   * What is open to all may be used up with this message, or was before: its reader is to know it. `isWithoutClaimed`: what is
   * being composed may turn out to have nothing to say, and then costs nothing (D274).
   */
  async function tellUsedUp(
    tx: Tx,
    { channel, userId }: Pick<ClaimedDelivery, 'channel' | 'userId'>,
    perUser: number,
    isWithoutClaimed = false,
  ): Promise<void> {
    // With a budget of nothing the channel is off.
    if (userId === null || perUser === 0) return
    const spender = { ...openTo(channel, userId, perUser), isWithoutClaimed }
    const reached = await reachedBudget(tx, db.now(), spender)
    const dedupeKey = reached && (await noticeKey(tx, db.now(), { channel, userId }))
    if (reached === null || dedupeKey === null) return
    const kept = stillKept(perUser, await spentToday(tx, db.now(), spender))
    await outcomes.usedUp(tx, { channel, userId, until: reached.until, kept, dedupeKey })
  }

  /** A budget of the site ends the whole lane: row by row a storm would take an hour to say so. */
  async function suppressRest(tx: Tx, row: { channel: string; lane: Lane }, reason: string): Promise<void> {
    log.warn({ channel: row.channel }, reason)
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
      const spender = await spenderOf(tx, { channel, userId, urgency: 'ASKED' })
      return spender && reachedBudget(tx, db.now(), spender)
    },
    wentOut: async (row) => {
      const perUser = of(row.channel)
      // Codes use it up with no alert.
      if (perUser === null || row.lane === 'account') return
      await db.transaction((tx) => tellUsedUp(tx, row, perUser, true))
    },
    leftFor: async (channel, userId) => {
      const perUser = of(channel)
      if (perUser === null) return null
      const spender = openTo(channel, userId, perUser)
      const reached = await reachedBudget(db.orm, db.now(), spender)
      const open = perUser - keptForGrave(perUser)
      const spent = await spentToday(db.orm, db.now(), spender)
      const count = reached === null ? Math.max(0, open - spent) : 0
      return { count, kept: stillKept(perUser, spent), until: reached?.until ?? null }
    },
    spend: async (tx, claimed) => {
      const within: ClaimedDelivery[] = []
      for (const row of claimed) if (await spendOne(tx, row)) within.push(row)
      return within
    },
  }
}

/** What may be used by all alerts alike. */
const openTo = (channel: string, userId: number, perUser: number): Spender => ({
  channel,
  userId,
  parts: partsOf(perUser, 'CRITICAL'),
  perSite: null,
})

/** What is left of what is kept: codes may use it, too. */
const stillKept = (perUser: number, spent: number): number =>
  Math.min(keptForGrave(perUser), Math.max(0, perUser - spent))

async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ users: number }>(
    sql`SELECT count(*)::int AS users FROM user_account WHERE disabled_at IS NULL`,
  )
  return rows[0]?.users ?? 0
}

function detailOf({ of, until, isShare }: ReachedBudget, { channel, perSite }: Spender): string {
  if (of === 'user') return `${usedUpDetails[isShare ? 1 : 0]} ${until.toISOString()}`
  return `budget of ${perSite ?? 0} ${channel} messages a day for the site is used up`
}

/** From here to the end of the transaction nobody else spends: many at once count like one after the other. */
export async function lockSpending(tx: Tx): Promise<void> {
  await takeLock(tx, 'spending')
}

export interface ReachedBudget {
  of: 'user' | 'site'
  /** Whole seconds until one more may be sent. */
  seconds: number
  until: Date
  /** Of a user: it is the share of what is no graver, and what is graver may still go. */
  isShare: boolean
}

interface Spender {
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
async function reachedBudget(
  db: Queryable,
  now: SQL,
  { channel, userId, parts, perSite, isWithoutClaimed = false }: Spender,
): Promise<ReachedBudget | null> {
  // The message that stands in the way is the so many-th newest one; when it is a day old, another may go.
  // What a program from before the parts has counted is known by its lane alone.
  const waitFor = (whose: SQL, { count, of }: Part) =>
    count === 0
      ? sql`86400`
      : sql`(SELECT ceil(extract(epoch from spent_at + interval '1 day' - ${now}))::int FROM delivery
             WHERE channel = ${channel} AND ${whose} AND ${isOfToday(now)}
               AND ${isWithoutClaimed ? sql`state <> 'SENDING'` : sql`true`}
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
               ${perSite === null ? sql`NULL::int` : waitFor(sql`true`, { count: perSite, of: null })} AS site_wait,
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
async function noticeKey(
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

async function spentToday(
  db: Queryable,
  now: SQL,
  { channel, userId }: Pick<Spender, 'channel' | 'userId'>,
): Promise<number> {
  const { rows } = await db.execute<{ spent: number }>(
    sql`SELECT count(*)::int AS spent FROM delivery WHERE channel = ${channel} AND user_id = ${userId} AND ${isOfToday(now)}`,
  )
  return rows[0]?.spent ?? 0
}

async function markSpent(tx: Tx, now: SQL, id: number, spentAs: Urgency): Promise<void> {
  await tx.update(delivery).set({ spentAt: now, spentAs }).where(eq(delivery.id, id))
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
