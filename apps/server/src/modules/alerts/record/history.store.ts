import type { acknowledgedBy, AlertType, WatchedAs } from '@roundsman/contract/alerts/alerts'
import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gt,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { teamMembers, teamReaders, userNames } from '../../accounts/accounts.public.ts'
import { toldDetail } from '../../notifications/notifications.public.ts'
import { alert, alertRecipient, type AlertRow } from '../alerts.schema.ts'
import { alertKind } from './alert.store.ts'
import { isForPeople } from './answered-outage.store.ts'
import { isIncidentOver } from './incidents/incident-over.ts'
import { mutedUntilOf } from './mute.store.ts'
import { watchedAsOf } from './watched-as.store.ts'

/** An alert with what is known of its target now. */
export type FoundAlert = AlertRow & {
  jailedUntil: Date | null
  /** Of the chain that is followed; null: none yet. */
  chainId: string | null
  /** Of that chain, what is slashed for downtime as a fraction; null or left out: not known. */
  unbondingMs?: number | null
  downtimeSlash?: number | null
  /** As what its reader watches its validator; left out: nobody's yet. */
  watchedAs?: WatchedAs
}
/** And what its reader did about it. */
export type HistoryRow = FoundAlert & {
  acknowledgedAt: Date | null
  acknowledgedVia: AcknowledgedVia | null
  silenceId: number | null
  /** Who acknowledged it; null: nobody, or somebody whose account is gone. */
  acknowledgedBy: { user_id: number; name: string } | null
  /** A team of theirs through which it concerned them; null: none. */
  teamId: number | null
  /** Until when they have muted its condition on its target. */
  mutedUntil: Date | null
  /** Of missed blocks: when the validator was jailed meanwhile; null: it was not. */
  jailedAt: Date | null
  /** Its incident is over (E386). */
  isIncidentOver: boolean
}
type AcknowledgedVia = (typeof acknowledgedBy)[number]

/**
 * A column of the alert within a query of its own: Drizzle leaves the table out where a query reads one table only, and
 * `network_id` would be that of the inner table, which is true of all its rows.
 */
const ofAlert = (column: AnyPgColumn) => sql`${alert}.${sql.identifier(column.name)}`
/** Written by the watch module; a validator out of jail keeps a time that is over. */
const jailedUntil = sql<number | null>`(
  SELECT v.jailed_until::float8 FROM watch_validator v WHERE v.id = ${ofAlert(alert.validatorId)} AND v.jailed)`
/** The first jailing while what began lasted, the watch module's. */
const jailedAt = sql<number | null>`(
  SELECT min(coalesce(e.chain_at, e.at))::float8 FROM watch_event e
  WHERE ${ofAlert(alert.type)} = 'UPTIME' AND ${ofAlert(alert.settingId)} % 10 = 1
    AND e.validator_id = ${ofAlert(alert.validatorId)} AND e.kind = 'jailed'
    AND coalesce(e.chain_at, e.at) >= extract(epoch FROM ${ofAlert(alert.at)}) * 1000
    AND (${ofAlert(alert.endedAt)} IS NULL
         OR coalesce(e.chain_at, e.at) <= extract(epoch FROM ${ofAlert(alert.endedAt)}) * 1000))`
const chainId = sql<string | null>`(
  SELECT n.chain_id FROM watch_network n WHERE n.network_id = ${ofAlert(alert.networkId)})`
const unbondingMs = sql<number | null>`(
  SELECT n.unbonding_ms::float8 FROM watch_network n WHERE n.network_id = ${ofAlert(alert.networkId)})`
const downtimeSlash = sql<number | null>`(
  SELECT n.slash_downtime::float8 FROM watch_network n WHERE n.network_id = ${ofAlert(alert.networkId)})`
/** An alert with what is known of its target and its chain now. */
const columns = { ...getTableColumns(alert), jailedUntil, chainId, unbondingMs, downtimeSlash }
/** And what its reader did about it. */
const columnsOfReader = (now: SQL) => ({
  ...columns,
  jailedAt,
  watchedAs: watchedAsOf(sql`${alert}`, sql`${alertRecipient}.user_id`, sql`${alertRecipient}.team_ids`),
  acknowledgedAt: alertRecipient.acknowledgedAt,
  acknowledgedVia: alertRecipient.acknowledgedVia,
  silenceId: alertRecipient.silenceId,
  acknowledgedBy: sql<HistoryRow['acknowledgedBy']>`(
    SELECT jsonb_build_object('user_id', n.user_id, 'name', n.name) FROM (${userNames}) n
    WHERE n.user_id = ${alertRecipient}.acknowledged_by)`,
  teamId: sql<number | null>`(
    SELECT min(m.team_id) FROM (${teamMembers}) m
    WHERE m.user_id = ${alertRecipient}.user_id AND m.team_id = ANY (${alertRecipient}.team_ids))`,
  mutedUntil: mutedUntilOf(sql`${alert}`, sql`${alertRecipient}.user_id`, now),
  isIncidentOver: isIncidentOver(now, sql`${alert}`, sql`${alertRecipient}.user_id`),
})

/** With how long ago it was decided, and how long ago it happened. */
export type AgedAlert = FoundAlert & { ageMs: number; happenedMs: number }

/** In the order of their ids; those that are not there are left out. */
export async function findAlerts(orm: Queryable, now: SQL, ids: readonly number[]): Promise<AgedAlert[]> {
  const known = ids.filter((id) => Number.isSafeInteger(id))
  if (known.length === 0) return []
  const ageMs = sql<number>`(extract(epoch FROM ${now}) * 1000 - (${alert.evidence} ->> 'observed_at')::float8)::float8`
  const happenedMs = sql<number>`(extract(epoch FROM ${now} - ${alert.at}) * 1000)::float8`
  const rows = await orm
    .select({ ...columns, ageMs, happenedMs })
    .from(alert)
    .where(inArray(alert.id, known))
    .orderBy(asc(alert.id))
  return rows.map(withTimes)
}

/** What a user was told of in a network after an alert, with what it is about. */
export async function alertsAfter(
  orm: Queryable,
  { userId, networkId, id }: { userId: number; networkId: number; id: number },
): Promise<Pick<AlertRow, 'id' | 'settingId' | 'occurrence'>[]> {
  return orm
    .select({ id: alert.id, settingId: alert.settingId, occurrence: alert.occurrence })
    .from(alertRecipient)
    .innerJoin(alert, eq(alert.id, alertRecipient.alertId))
    .where(
      and(eq(alertRecipient.userId, userId), gt(alertRecipient.alertId, id), eq(alert.networkId, networkId)),
    )
}

/** True where a user has acknowledged every one of them. */
export async function areAcknowledged(
  orm: Queryable,
  userId: number | null,
  ids: readonly number[],
): Promise<boolean> {
  if (userId === null || ids.length === 0) return false
  return (await unacknowledgedOf(orm, userId, ids)).size === 0
}

/** Those of them that concern a user and that they have not acknowledged. */
export async function unacknowledgedOf(
  orm: Queryable,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await orm
    .select({ id: alertRecipient.alertId })
    .from(alertRecipient)
    .where(
      and(
        eq(alertRecipient.userId, userId),
        inArray(alertRecipient.alertId, [...ids]),
        isNull(alertRecipient.acknowledgedAt),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Of these alerts those that a reader has acknowledged by themselves, and nobody else for a team of theirs. */
export async function answeredBy(
  orm: Queryable,
  userId: number,
  alerts: readonly Pick<AgedAlert, 'id'>[],
): Promise<number[]> {
  const ids = alerts.map(({ id }) => id)
  if (ids.length === 0) return []
  const { alertId, acknowledgedAt, acknowledgedBy: by } = alertRecipient
  const rows = await orm
    .select({ id: alertId })
    .from(alertRecipient)
    .where(
      and(
        eq(alertRecipient.userId, userId),
        inArray(alertId, ids),
        isNotNull(acknowledgedAt),
        or(isNull(by), eq(by, userId)),
      ),
    )
  return rows.map(({ id }) => id)
}

interface HistoryFilter {
  userId: number
  networkId: number
  /** Only older ones than this. */
  before: number | undefined
  limit: number
  type: AlertType | undefined
  /** Every name of the validator; undefined: of whatever target. */
  validatorKeys: readonly string[] | undefined
  /** Of the bridge; undefined: of whatever target. */
  peerId: string | undefined
}

/** What concerned a user when it happened, newest first. */
export async function historyOf(orm: Queryable, now: SQL, filter: HistoryFilter): Promise<HistoryRow[]> {
  const { userId, networkId, before, limit, type, validatorKeys, peerId } = filter
  const rows = await orm
    .select(columnsOfReader(now))
    .from(alertRecipient)
    .innerJoin(alert, eq(alert.id, alertRecipient.alertId))
    .where(
      and(
        eq(alertRecipient.userId, userId),
        eq(alert.networkId, networkId),
        before === undefined ? undefined : lt(alertRecipient.alertId, before),
        type === undefined ? undefined : eq(alert.type, type),
        validatorKeys === undefined ? undefined : arrayOverlaps(alert.validatorKeys, [...validatorKeys]),
        peerId === undefined ? undefined : eq(alert.bridgeKey, peerId),
      ),
    )
    .orderBy(desc(alertRecipient.alertId))
    .limit(limit)
  return rows.map(withReadersTimes)
}

/** Of these alerts, those that concerned a user, in the order of their ids. */
export async function ownAlerts(
  orm: Queryable,
  now: SQL,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<HistoryRow[]> {
  const rows = await orm
    .select(columnsOfReader(now))
    .from(alertRecipient)
    .innerJoin(alert, eq(alert.id, alertRecipient.alertId))
    .where(and(eq(alertRecipient.userId, userId), inArray(alertRecipient.alertId, [...ids])))
    .orderBy(asc(alertRecipient.alertId))
  return rows.map(withReadersTimes)
}

/** So many alerts are looked at for each incident that is counted: whoever has more of them sees at least that many. */
const stepsOfIncident = 4

/**
 * How many incidents of a network wait for a user to acknowledge them (E139), `most` at the most: those that are not over (E386) with an
 * alert that waits. What was muted, and what was over before it was told (E317; `isUntold` of an item says the same), is known from the
 * ledger, which the notifications module writes.
 */
export async function countUnacknowledged(
  orm: Queryable,
  now: SQL,
  { userId, networkId, most }: { userId: number; networkId: number; most: number },
): Promise<number> {
  const wasTold = sql`(d.state NOT IN ('QUEUED', 'SUPPRESSED') OR d.ended_ids <> '{}')
    AND coalesce(d.claimed_at, d.created_at) <= a.ended_at`
  const isOfReader = sql`d.user_id = r.user_id AND d.kind = ${alertKind}`
  const { rows } = await orm.execute<{ count: number }>(sql`
    SELECT least(count(DISTINCT incident_id), ${most})::int AS count FROM (
      SELECT coalesce(a.incident_id, a.id) AS incident_id FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
      WHERE r.user_id = ${userId} AND r.acknowledged_at IS NULL AND a.network_id = ${networkId}
        AND a.severity <> 'INFO' AND a.held_back IS NULL AND (r.silenced IS NULL OR r.silenced = 'TOLD')
        AND a.evidence -> 'imported' IS NULL AND NOT EXISTS (
          SELECT FROM delivery d
          WHERE d.user_id = r.user_id AND d.reference = a.id::text AND d.kind = ${alertKind}
            AND d.state = 'SUPPRESSED' AND d.detail = 'muted')
        AND NOT ${isIncidentOver(now, sql`a`, sql`r.user_id`)}
        AND (a.ended_at IS NULL OR (
          SELECT coalesce(bool_or(${wasTold}) FILTER (WHERE ${isForPeople(sql`d.channel`)}), bool_or(${wasTold}), false)
          FROM (
            SELECT d.* FROM delivery d WHERE d.reference = a.id::text AND ${isOfReader}
            UNION ALL
            SELECT d.* FROM delivery_also o JOIN delivery d ON d.id = o.delivery_id
            WHERE o.reference = a.id::text AND ${isOfReader}) d))
      LIMIT ${most * stepsOfIncident}) waiting`)
  return rows[0]?.count ?? 0
}

function withTimes<R extends { jailedUntil: number | null }>(row: R): R & { jailedUntil: Date | null } {
  return { ...row, jailedUntil: dateOf(row.jailedUntil) }
}

function withReadersTimes<
  R extends { jailedUntil: number | null; mutedUntil: number | null; jailedAt: number | null },
>(row: R) {
  const { jailedUntil: until, mutedUntil: muted, jailedAt: jailed } = row
  return { ...row, jailedUntil: dateOf(until), mutedUntil: dateOf(muted), jailedAt: dateOf(jailed) }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}

/** An alert as it concerns one user. */
export type FeedRow = HistoryRow & { userId: number; ageMs: number }

interface FeedFilter {
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
      ...columnsOfReader(now),
      userId: alertRecipient.userId,
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
  return rows.map(withReadersTimes)
}

/** An array as the protocol writes it: one parameter, however long. */
function listOf(ids: readonly number[]): string {
  return `{${ids.join()}}`
}

/** So long before and after it another alert may have been told by a message about one (E222). */
const alongMs = 60_000
/** Among so many of a reader's newest that are not acknowledged. */
const lookedAlong = 200

/**
 * These alerts and those of the same target that no message told to this reader but one about them, since it said it all
 * (E222): whoever answers the one has answered these.
 */
export async function withToldAlong(
  tx: Tx,
  { userId, alertIds }: { userId: number; alertIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT DISTINCT a.id::int AS id
    FROM (SELECT r.alert_id FROM alert_recipient r WHERE r.user_id = ${userId} AND r.acknowledged_at IS NULL
          ORDER BY r.alert_id DESC LIMIT ${lookedAlong}) newest
    JOIN alert a ON a.id = newest.alert_id
    JOIN alert o ON o.id = ANY (${listOf(alertIds)}::bigint[]) AND a.network_id = o.network_id
      AND split_part(a.occurrence, '/', 2) = split_part(o.occurrence, '/', 2)
      AND abs(extract(epoch FROM a.at - o.at)) * 1000 <= ${alongMs}
    WHERE EXISTS (SELECT FROM alert_recipient own WHERE own.alert_id = o.id AND own.user_id = ${userId})
      AND EXISTS (
        SELECT FROM delivery d WHERE d.user_id = ${userId} AND d.kind = ${alertKind} AND d.reference = a.id::text
          AND d.state = 'SUPPRESSED' AND d.detail = ${toldDetail})
      AND NOT EXISTS (
        SELECT FROM delivery d WHERE d.user_id = ${userId} AND d.kind = ${alertKind} AND d.reference = a.id::text
          AND d.state <> 'SUPPRESSED')
      AND NOT EXISTS (
        SELECT FROM delivery_also s JOIN delivery d ON d.id = s.delivery_id
        WHERE s.reference = a.id::text AND d.user_id = ${userId} AND d.kind = ${alertKind} AND d.state <> 'SUPPRESSED')`)
  return [...new Set([...alertIds, ...rows.map(({ id }) => id)])]
}

interface Acknowledgement {
  userId: number
  /** Each once. */
  alertIds: readonly number[]
  via: AcknowledgedVia
}

/**
 * Notes that somebody has seen what concerns them, for all whom it concerns through a team of theirs as well (A86); what was
 * acknowledged before stays as it is. Gives how many of the alerts concern them.
 */
export async function acknowledge(
  tx: Tx,
  now: SQL,
  { userId, alertIds, via }: Acknowledgement,
): Promise<number> {
  // Who answers at a contact of a team is not known by name.
  const by = userId < 0 ? null : userId
  const own = and(eq(alertRecipient.userId, userId), inArray(alertRecipient.alertId, [...alertIds]))
  await tx
    .update(alertRecipient)
    .set({ acknowledgedAt: now, acknowledgedVia: via, acknowledgedBy: by })
    .where(and(own, isNull(alertRecipient.acknowledgedAt)))
  await tx.execute(sql`
    UPDATE alert_recipient r SET acknowledged_at = ${now}, acknowledged_via = ${via}, acknowledged_by = ${by}
    FROM alert_recipient o
    JOIN (${teamReaders}) m ON m.user_id = o.user_id AND m.team_id = ANY (o.team_ids)
    JOIN (${teamReaders}) other ON other.team_id = m.team_id
    WHERE o.user_id = ${userId} AND o.alert_id IN ${[...alertIds]} AND o.team_ids IS NOT NULL
      AND r.alert_id = o.alert_id AND r.user_id = other.user_id AND other.team_id = ANY (r.team_ids)
      AND r.team_ids IS NOT NULL AND r.acknowledged_at IS NULL`)
  const [row] = await tx.select({ alerts: count() }).from(alertRecipient).where(own)
  return row?.alerts ?? 0
}
