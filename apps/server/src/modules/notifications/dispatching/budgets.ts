import { sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import type { Lane } from '../ledger/delivery.schema.ts'
import { type ClaimedDelivery, giveBack } from '../ledger/delivery.store.ts'
import type { NotificationsLog } from '../ledger/new-delivery.ts'
import type { Outcomes } from '../ledger/outcomes.ts'
import { type Cost, keptForGrave, type OwedEnds, waysOf } from './budget-parts.policy.ts'
import {
  markSpent,
  noticeKey,
  reachedBudget,
  type ReachedBudget,
  type Spent,
  type Spender,
  spentToday,
  suppressClaimed,
  suppressQueued,
} from './budget.store.ts'

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
  costOf(this: void, tx: Tx, row: ClaimedDelivery): Promise<Cost>
  /** Ends whose price was taken with their beginnings (D334). */
  owedEndsOf(this: void, db: Queryable, to: { userId: number; channel: string }): Promise<OwedEnds>
}

/**
 * How the ledger writes that a user's budget kept a message back, with when there is one again: all that is open, with how many are left
 * that are kept for the gravest, or the share of what is no graver, while the rest is kept for what is.
 */
const usedUpDetails = ['budget_used_up', 'budget_share_used_up'] as const

/** What such a detail says; null: it is another one. */
export function usedUpIn(detail: string | null): { isShare: boolean; until: Date } | null {
  const [name = '', until = ''] = detail?.split(' ') ?? []
  const index = usedUpDetails.findIndex((one) => one === name)
  return index < 0 ? null : { isShare: index === 1, until: new Date(until) }
}

/** What SMS and calls may cost (D15): counted in the ledger, by the database and its clock, over the last 24 hours. */
export function createBudgets({ db, clock, log, daily, outcomes, costOf, owedEndsOf }: BudgetDeps): Budgets {
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

  /** What one more message of the site has to fit into; null: nothing. */
  async function siteOf(tx: Tx, perUser: number, cost: Cost | 'ASKED'): Promise<number | null> {
    const ofSite = perUser * (await usersOfSite(tx))
    if (cost === 'ASKED') return ofSite
    // Nobody's spending silences what is CRITICAL for another.
    if (cost.urgency !== 'INFO' && cost.urgency !== 'WARNING') return null
    // Other alerts leave one message of the site, unless that is all there is (D41).
    return ofSite > 1 ? ofSite - 1 : ofSite
  }

  const owedTo = (db: Queryable, channel: string, userId: number | null): Promise<OwedEnds> | OwedEnds =>
    userId === null ? { open: 0, kept: 0 } : owedEndsOf(db, { userId, channel })

  async function spendOne(tx: Tx, row: ClaimedDelivery): Promise<boolean> {
    if (row.spentAt !== null) return true
    const { channel, userId } = row
    const perUser = of(channel)
    if (perUser === null) return true
    const cost = await costOf(tx, row)
    const owed = await owedTo(tx, channel, userId)
    const perSite = await siteOf(tx, perUser, cost)
    const budget = { budget: perUser, channel }
    const [first, ...others] = waysOf(budget, cost, owed)
    const spender = { channel, userId, perSite, parts: first.parts }
    const reached = await reachedBudget(tx, db.now(), spender)
    const isFree = async (of: Pick<Spender, 'parts'>) =>
      (await reachedBudget(tx, db.now(), { channel, userId, perSite: null, parts: of.parts })) === null
    if (reached === null) {
      await markSpent(tx, db.now(), row.id, { as: cost.urgency, pot: first.pot })
      return true
    }
    for (const other of others) {
      if (!(await isFree(other))) continue
      await markSpent(tx, db.now(), row.id, { as: cost.urgency, pot: other.pot })
      return true
    }
    // Where nothing would be left for it either, its reader is told another way at once.
    if (cost.urgency === 'YOUNG') {
      const asNear = waysOf(budget, { ...cost, urgency: 'NEAR_JAIL' }, owed)
      for (const near of asNear) {
        if (!(await isFree(near))) continue
        await giveBack(tx, db.now(), row, { inMs: lookMs, detail: waitsForMore })
        return false
      }
    }
    // Codes, and a budget that was made smaller, use it up with no alert.
    if (reached.of === 'user' && !reached.isShare) await tellUsedUp(tx, row, perUser)
    const asAll = await asOfAll(tx, row, reached, perUser, owed)
    // What is left of it is kept for what is graver: the limit is not reached by that (D361).
    const kept =
      asAll.of === 'user' && !asAll.isShare
        ? stillKept(perUser, channel, await spentToday(tx, db.now(), spender))
        : 0
    const detail = `${detailOf(asAll, spender)}${kept > 0 ? ` ${kept}` : ''}`
    await suppressClaimed(tx, db.now(), row.id, detail)
    outcomes.count(channel, 'SUPPRESSED')
    // The reader still has to be notified: by the next channel.
    if (reached.of === 'user' || row.lane === 'critical') await outcomes.failed(tx, row)
    if (reached.of === 'site') await suppressRest(tx, row, detail)
    return false
  }

  /** What its share, too, would wait for comes after there is one for all: of one limit there is one time (D329). */
  async function asOfAll(
    tx: Tx,
    { channel, userId }: Pick<ClaimedDelivery, 'channel' | 'userId'>,
    reached: ReachedBudget,
    perUser: number,
    owed: OwedEnds,
  ): Promise<ReachedBudget> {
    if (reached.of === 'site' || reached.isShare || userId === null) return reached
    return (await reachedBudget(tx, db.now(), openTo(channel, userId, perUser, owed))) ?? reached
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
    const owed = await owedTo(tx, channel, userId)
    const spender = { ...openTo(channel, userId, perUser, owed), isWithoutClaimed }
    const reached = await reachedBudget(tx, db.now(), spender)
    const dedupeKey = reached && (await noticeKey(tx, db.now(), { channel, userId }))
    if (reached === null || dedupeKey === null) return
    const kept = stillKept(perUser, channel, await spentToday(tx, db.now(), spender))
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
      const perUser = of(channel)
      if (perUser === null) return null
      const [{ parts }] = waysOf({ budget: perUser, channel }, 'ASKED', { open: 0, kept: 0 })
      const perSite = await siteOf(tx, perUser, 'ASKED')
      return reachedBudget(tx, db.now(), { channel, userId, parts, perSite })
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
      const owed = await owedTo(db.orm, channel, userId)
      const spender = openTo(channel, userId, perUser, owed)
      const reached = await reachedBudget(db.orm, db.now(), spender)
      const spent = await spentToday(db.orm, db.now(), spender)
      const open = perUser - keptForGrave(perUser, channel).all
      const count = reached === null ? Math.max(0, open - (spent.all - spent.kept) - owed.open) : 0
      return { count, kept: stillKept(perUser, channel, spent), until: reached?.until ?? null }
    },
    spend: async (tx, claimed) => {
      const within: ClaimedDelivery[] = []
      for (const row of claimed) if (await spendOne(tx, row)) within.push(row)
      return within
    },
  }
}

/** What may be used by all alerts alike. */
function openTo(channel: string, userId: number, perUser: number, owed: OwedEnds): Spender {
  const [{ parts }] = waysOf({ budget: perUser, channel }, { urgency: 'CRITICAL', isPaidEnd: false }, owed)
  return { channel, userId, parts, perSite: null }
}

/** What is left of what is kept: codes may use it, too. */
function stillKept(perUser: number, channel: string, { all, kept }: Spent): number {
  return Math.max(0, Math.min(keptForGrave(perUser, channel).all - kept, perUser - all))
}

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
