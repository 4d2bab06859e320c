import { conditionIdOf } from '@roundsman/contract/alerts/alerts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type alert, alertMute } from '../alerts.schema.ts'

/** What a mute that was said to an alert lasts for. */
const mutedForMs = 3_600_000
/** Why a row of the ledger is not sent. */
export const mutedDetail = 'muted'

/** Mutes `m` of the condition of an alert `a` on its own target (E137), whatever their time and whose. */
export const isMuteOf = (a: SQL) => sql`m.condition_id = ${a}.setting_id / 10 AND ${isMuteOfTarget(a)}`

const isMuteOfTarget = (a: SQL) => sql`m.network_id = ${a}.network_id
  AND CASE WHEN m.validator_key IS NOT NULL THEN m.validator_key = ANY (${a}.validator_keys)
           WHEN m.bridge_key IS NOT NULL THEN m.bridge_key = ${a}.bridge_key
           ELSE ${a}.validator_keys = '{}' AND ${a}.bridge_key IS NULL END`

/** Until when the reader `userId` has muted an alert `a`, Unix ms; null: they have not. */
export const mutedUntilOf = (a: SQL, userId: SQL, now: SQL) => sql<number | null>`(
  SELECT (extract(epoch FROM max(m.muted_until)) * 1000)::float8 FROM alert_mute m
  WHERE m.user_id = ${userId} AND m.muted_until > ${now} AND ${isMuteOf(a)})`

/** Whether a reader has muted one of these conditions on the target of an alert `a`. */
export const hasMutedOf = (
  a: SQL,
  { userId, conditions, now }: { userId: number; conditions: readonly number[]; now: SQL },
) => sql<boolean>`EXISTS (
  SELECT FROM alert_mute m WHERE m.user_id = ${userId}::int AND m.muted_until > ${now}
    AND m.condition_id = ANY (${sql.param([...conditions])}::int[]) AND ${isMuteOfTarget(a)})`

interface ConditionMute {
  userId: number
  /** Each once. */
  alertIds: readonly number[]
  /** False: not any more. */
  mute: boolean
  /** Which conditions an answer to an alert mutes; left out: that of the alert. */
  conditionsOf?: (alert: MutableAlert) => readonly number[]
}

export type MutableAlert = Pick<typeof alert.$inferSelect, 'settingId' | 'severity' | 'evidence'>

/**
 * Mutes the conditions of alerts that concern a user, each on its own target, or unmutes them; one that is muted already
 * stays as it is. Gives those of the alerts that concern them, with until when they are muted now.
 */
export async function muteConditions(
  tx: Tx,
  now: SQL,
  { userId, alertIds, mute, conditionsOf = ({ settingId }) => [conditionIdOf(settingId)] }: ConditionMute,
): Promise<{ alertId: number; until: Date | null }[]> {
  if (alertIds.length === 0) return []
  const own = sql`alert a JOIN alert_recipient r ON r.alert_id = a.id AND r.user_id = ${userId} AND a.id IN ${[...alertIds]}`
  const { rows: alerts } = await tx.execute<MutableAlert & { id: number }>(sql`
    SELECT a.id::int, a.setting_id AS "settingId", a.severity, a.evidence FROM ${own}`)
  const pairs = alerts.flatMap((one) => conditionsOf(one).map((condition) => ({ id: one.id, condition })))
  if (pairs.length === 0) return []
  const named = sql`(VALUES ${sql.join(
    pairs.map(({ id, condition }) => sql`(${id}::bigint, ${condition}::int)`),
    sql`, `,
  )}) named (alert_id, condition_id)`
  if (mute)
    await tx.execute(sql`
      INSERT INTO alert_mute (user_id, network_id, condition_id, validator_key, bridge_key, muted_until)
      SELECT DISTINCT ${userId}::bigint, a.network_id, named.condition_id, a.validator_keys[1], a.bridge_key,
             ${now} + make_interval(secs => ${mutedForMs / 1000}::float8)
      FROM ${named} JOIN alert a ON a.id = named.alert_id
      ON CONFLICT ON CONSTRAINT alert_mute_once DO UPDATE
      SET muted_until = CASE WHEN alert_mute.muted_until > ${now} THEN alert_mute.muted_until ELSE excluded.muted_until END`)
  else
    await tx.execute(sql`
      DELETE FROM alert_mute m USING ${named} JOIN alert a ON a.id = named.alert_id
      WHERE m.user_id = ${userId} AND m.condition_id = named.condition_id AND ${isMuteOfTarget(sql`a`)}`)
  const { rows } = await tx.execute<{ id: number; until: number | null }>(sql`
    SELECT a.id::int, ${mutedUntilOf(sql`a`, sql`r.user_id`, now)} AS until FROM ${own} ORDER BY a.id`)
  return rows.map(({ id, until }) => ({ alertId: id, until: until === null ? null : new Date(until) }))
}

/** Until when a user has muted all of these conditions on the target of an alert; without those of which one is not muted. */
export async function allMutedUntil(
  orm: Queryable,
  now: SQL,
  userId: number,
  asked: readonly { alertId: number; conditions: readonly number[] }[],
): Promise<ReadonlyMap<number, Date>> {
  const pairs = asked.flatMap(({ alertId, conditions }) =>
    conditions.map((condition) => [alertId, condition]),
  )
  if (pairs.length === 0) return new Map()
  const { rows } = await orm.execute<{ id: number; until: number }>(sql`
    SELECT a.id::float8, (extract(epoch FROM min(muted.until)) * 1000)::float8 AS until
    FROM (VALUES ${sql.join(
      pairs.map(([id, condition]) => sql`(${id}::bigint, ${condition}::int)`),
      sql`, `,
    )}) named (alert_id, condition_id)
    JOIN alert a ON a.id = named.alert_id
    CROSS JOIN LATERAL (
      SELECT max(m.muted_until) AS until FROM alert_mute m
      WHERE m.user_id = ${userId} AND m.muted_until > ${now} AND m.condition_id = named.condition_id
        AND ${isMuteOfTarget(sql`a`)}) muted
    GROUP BY a.id HAVING bool_and(muted.until IS NOT NULL)`)
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}

/**
 * Of these settings those that a reader, or a team, is notified of on the bridge of an alert, and has not muted there (E418).
 *
 * @param userId of a team: its id, negative
 */
export async function wantedUnmuted(
  orm: Queryable,
  now: SQL,
  { userId, alertId, settings }: { userId: number; alertId: number; settings: readonly number[] },
): Promise<ReadonlySet<number>> {
  if (settings.length === 0) return new Set()
  const isReaders =
    userId < 0 ? sql`e.user_id IS NULL AND e.team_id = ${-userId}` : sql`e.user_id = ${userId}`
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT DISTINCT e.setting_id::int AS id FROM alert a
    JOIN alert_entry e ON e.network_id = a.network_id AND (e.bridge_key IS NULL OR e.bridge_key = a.bridge_key)
    WHERE a.id = ${alertId} AND ${isReaders} AND e.setting_id IN ${[...settings]}
      AND NOT EXISTS (SELECT FROM alert_mute m WHERE m.user_id = ${userId} AND m.muted_until > ${now}
                      AND m.condition_id = e.setting_id / 10 AND ${isMuteOfTarget(sql`a`)})`)
  return new Set(rows.map(({ id }) => id))
}

/** What a user has muted on a network and is muted still. */
export type MuteRow = Pick<
  typeof alertMute.$inferSelect,
  'id' | 'conditionId' | 'validatorKey' | 'bridgeKey' | 'mutedUntil'
>

export async function mutesOf(
  orm: Queryable,
  now: SQL,
  { userId, networkId }: { userId: number; networkId: number },
): Promise<MuteRow[]> {
  const { id, conditionId, validatorKey, bridgeKey, mutedUntil } = alertMute
  return orm
    .select({ id, conditionId, validatorKey, bridgeKey, mutedUntil })
    .from(alertMute)
    .where(
      sql`${alertMute.userId} = ${userId} AND ${alertMute.networkId} = ${networkId} AND ${mutedUntil} > ${now}`,
    )
    .orderBy(asc(id))
}

/** Of the alerts of a user, those of the newest whose condition a mute muted: what shows them shows whether it is muted. */
const shownAgain = 100

/** Ends mutes of a user. Gives those that there were, and the newest alerts that they muted. */
export async function endMutes(
  tx: Tx,
  userId: number,
  muteIds: readonly number[],
): Promise<{ ended: number[]; alertIds: number[] }> {
  const { rows: alerts } = await tx.execute<{ id: number }>(sql`
    SELECT a.id::float8 FROM (
      SELECT a.id, a.network_id, a.setting_id, a.validator_keys, a.bridge_key
      FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
      WHERE r.user_id = ${userId} ORDER BY r.alert_id DESC LIMIT ${shownAgain}) a
    WHERE EXISTS (
      SELECT FROM alert_mute m WHERE m.user_id = ${userId} AND m.id IN ${[...muteIds]} AND ${isMuteOf(sql`a`)})`)
  const ended = await tx
    .delete(alertMute)
    .where(and(eq(alertMute.userId, userId), inArray(alertMute.id, [...muteIds])))
    .returning({ id: alertMute.id })
  return { ended: ended.map(({ id }) => id), alertIds: alerts.map(({ id }) => id) }
}
