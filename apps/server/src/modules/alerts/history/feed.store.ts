import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { alert, alertRecipient } from '../alerts.schema.ts'
import { columns, type HistoryRow, withTimes } from './history.store.ts'

/** An alert as it concerns one user. */
export type FeedRow = HistoryRow & { userId: number; ageMs: number }

export interface FeedFilter {
  networkId: number
  userIds: readonly number[]
  /** Alerts that are younger. */
  withinMs: number
  /** And these, however old. */
  alertIds: readonly number[]
  /** The newest so many. */
  limit: number
}

/** What concerns users on a network and is young, newest first: one statement, however many users there are. */
export async function recentAlerts(
  orm: Queryable,
  now: SQL,
  { networkId, userIds, withinMs, alertIds, limit }: FeedFilter,
): Promise<FeedRow[]> {
  const rows = await orm
    .select({
      ...columns,
      userId: alertRecipient.userId,
      acknowledgedAt: alertRecipient.acknowledgedAt,
      acknowledgedVia: alertRecipient.acknowledgedVia,
      ageMs: sql<number>`(extract(epoch FROM ${now} - ${alert.createdAt}) * 1000)::float8`,
    })
    .from(alertRecipient)
    .innerJoin(alert, eq(alert.id, alertRecipient.alertId))
    .where(sql`${alert.networkId} = ${networkId}
      AND ${alertRecipient.userId} = ANY (${listOf(userIds)}::int[])
      AND ${alert.id} IN (
        SELECT id FROM alert WHERE created_at > ${now} - make_interval(secs => ${withinMs}::float8 / 1000)
        UNION SELECT unnest(${listOf(alertIds)}::bigint[]))`)
    .orderBy(desc(alert.id))
    .limit(limit)
  return rows.map(withTimes)
}

/** An array as the protocol writes it: one parameter, however long. */
function listOf(ids: readonly number[]): string {
  return `{${ids.join()}}`
}
