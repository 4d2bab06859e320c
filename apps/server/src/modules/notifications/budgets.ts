import type { Database, Tx } from '../../platform/db/database.ts'
import type { ClaimedDelivery } from './delivery.store.ts'
import type { Lane } from './lane.ts'
import type { NotificationsLog } from './notifications-log.ts'
import {
  lockSpending,
  markSpent,
  type ReachedBudget,
  reachedBudget,
  type Spender,
  suppressClaimed,
  suppressQueued,
} from './spending.store.ts'

/** The site's budget is that of so many users. */
const usersOfSite = 100
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

export interface BudgetsDeps {
  db: Pick<Database, 'now'>
  log: NotificationsLog
  daily: DailyBudgets
  /** Counts what is not sent. */
  onSuppressed?: (channel: string, count: number) => void
}

/** What SMS and calls may cost (D15): counted in the ledger, by the database and its clock, over the last 24 hours. */
export function createBudgets({ db, log, daily, onSuppressed }: BudgetsDeps): Budgets {
  const of = (channel: string) => (Object.hasOwn(daily, channel) ? (daily[channel] ?? null) : null)

  const spenderOf = (channel: string, userId: number | null): Spender | null => {
    const perUser = of(channel)
    return perUser === null ? null : { channel, userId, perUser, perSite: perUser * usersOfSite }
  }

  async function spendOne(tx: Tx, row: ClaimedDelivery): Promise<boolean> {
    const spender = spenderOf(row.channel, row.userId)
    if (spender === null || row.spentAt !== null) return true
    const reached = await reachedBudget(tx, db.now(), row.lane === 'other' ? lessReserve(spender) : spender)
    if (reached === null) {
      await markSpent(tx, db.now(), row.id)
      return true
    }
    await suppressClaimed(tx, db.now(), row.id, reasonOf(reached, spender, row.lane))
    onSuppressed?.(row.channel, 1)
    if (reached.of === 'site') await suppressRest(tx, row, reasonOf(reached, spender, row.lane))
    return false
  }

  /** A budget of the site ends the whole lane: row by row a storm would take an hour to say so. */
  async function suppressRest(tx: Tx, row: { channel: string; lane: Lane }, reason: string): Promise<void> {
    log.warn({ channel: row.channel }, `the site's ${reason}`)
    onSuppressed?.(row.channel, await suppressQueued(tx, db.now(), row, reason, suppressedAtOnce))
  }

  return {
    of,
    reached: async (tx, channel, userId) => {
      const spender = spenderOf(channel, userId)
      if (spender === null) return null
      await lockSpending(tx)
      return reachedBudget(tx, db.now(), spender)
    },
    spend: async (tx, claimed) => {
      const within: ClaimedDelivery[] = []
      for (const row of claimed) if (await spendOne(tx, row)) within.push(row)
      return within
    },
  }
}

/** What is not CRITICAL leaves one message of each budget, unless that is all there is. */
function lessReserve({ perUser, perSite, ...spender }: Spender): Spender {
  const less = (budget: number) => (budget > 1 ? budget - 1 : budget)
  return { ...spender, perUser: less(perUser), perSite: less(perSite) }
}

function reasonOf({ of }: ReachedBudget, { channel, perUser, perSite }: Spender, lane: Lane): string {
  const count = of === 'user' ? perUser : perSite
  const left = lane === 'other' && count > 1 ? ' but for one, kept for a CRITICAL alert' : ''
  return `budget of ${count} ${channel} messages a day is used up${left}`
}
