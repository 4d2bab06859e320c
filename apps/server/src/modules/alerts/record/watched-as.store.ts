import type { WatchedAs } from '@roundsman/contract/alerts/alerts'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { alert, alertRecipient, alertWatchedAs } from '../alerts.schema.ts'

export type WatchedRow = typeof alertWatchedAs.$inferSelect

/** What a user has said of validators of a network, or of all of them; by key. */
export async function watchedOf(orm: Queryable, userId: number, networkId: number): Promise<WatchedRow[]> {
  return orm
    .select()
    .from(alertWatchedAs)
    .where(and(eq(alertWatchedAs.userId, userId), eq(alertWatchedAs.networkId, networkId)))
    .orderBy(asc(alertWatchedAs.validatorKey))
}

/** Of all networks. */
export async function allWatchedOf(orm: Queryable, userId: number): Promise<WatchedRow[]> {
  return orm
    .select()
    .from(alertWatchedAs)
    .where(eq(alertWatchedAs.userId, userId))
    .orderBy(asc(alertWatchedAs.networkId), asc(alertWatchedAs.validatorKey))
}

/** A validator by every name under which it may be kept, the one for new rows first; none: every one of the network. */
export type WatchedTarget = readonly [key: string, ...others: string[]] | null

/** Writes down as what a user watches some targets; null: it is not known any more. */
export async function writeWatchedAs(
  tx: Tx,
  { userId, networkId }: { userId: number; networkId: number },
  targets: readonly WatchedTarget[],
  watchedAs: WatchedAs | null,
): Promise<void> {
  if (targets.length === 0) return
  const names = targets.flatMap((keys) => keys ?? [])
  await tx
    .delete(alertWatchedAs)
    .where(
      and(
        eq(alertWatchedAs.userId, userId),
        eq(alertWatchedAs.networkId, networkId),
        or(
          names.length === 0 ? undefined : inArray(alertWatchedAs.validatorKey, names),
          targets.includes(null) ? isNull(alertWatchedAs.validatorKey) : undefined,
        ),
      ),
    )
  if (watchedAs === null) return
  const rows = targets.map((keys) => ({ userId, networkId, validatorKey: keys?.[0] ?? null, watchedAs }))
  await tx.insert(alertWatchedAs).values(rows)
}

/**
 * As what its reader `userId` watches that of an alert `a` (E290): its operator, where it concerns them through a team
 * (`teams`); else what they have said of its validator; else its operator, where they have alerts for it alone; else what they have said of every one. What is about the
 * network is told a delegator who operates nothing in it.
 */
export const watchedAsOf = (a: SQL, userId: SQL, teams: SQL) => sql<WatchedAs>`(
  SELECT CASE
    WHEN ${teams} IS NOT NULL OR ${a}.bridge_key IS NOT NULL THEN 'OPERATOR'
    WHEN ${a}.validator_keys <> '{}' THEN coalesce(
      min(w.watched_as) FILTER (WHERE w.validator_key = ANY (${a}.validator_keys)),
      CASE WHEN EXISTS (SELECT FROM alert_entry e WHERE ${isOwnOf(a, userId)} AND e.validator_key = ANY (${a}.validator_keys))
           THEN 'OPERATOR' END,
      min(w.watched_as) FILTER (WHERE w.validator_key IS NULL),
      'OPERATOR')
    WHEN bool_and(w.watched_as = 'DELEGATOR') AND NOT EXISTS (
      SELECT FROM alert_entry e WHERE ${isOwnOf(a, userId)} AND (e.bridge_key IS NOT NULL OR (e.validator_key IS NOT NULL
        AND NOT EXISTS (SELECT FROM alert_watched_as o WHERE o.user_id = e.user_id AND o.network_id = e.network_id
                          AND o.validator_key = e.validator_key))))
      THEN 'DELEGATOR'
    ELSE 'OPERATOR' END
  FROM alert_watched_as w WHERE w.user_id = ${userId} AND w.network_id = ${a}.network_id)`

const isOwnOf = (a: SQL, userId: SQL) =>
  sql`e.user_id = ${userId} AND e.team_id IS NULL AND e.network_id = ${a}.network_id`

/** Of these alerts those that their reader is told as a delegator. */
export async function toldDelegator(
  orm: Queryable,
  userId: number,
  alertIds: readonly number[],
): Promise<Set<number>> {
  if (alertIds.length === 0) return new Set()
  const rows = await orm
    .select({
      id: alert.id,
      watchedAs: watchedAsOf(sql`${alert}`, sql`${userId}::int`, sql`${alertRecipient}.team_ids`),
    })
    .from(alert)
    .innerJoin(alertRecipient, and(eq(alertRecipient.alertId, alert.id), eq(alertRecipient.userId, userId)))
    .where(inArray(alert.id, [...alertIds]))
  return new Set(rows.flatMap(({ id, watchedAs }) => (watchedAs === 'DELEGATOR' ? [id] : [])))
}
