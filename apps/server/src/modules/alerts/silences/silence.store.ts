import { catalogue } from '@roundsman/alerting/catalogue'
import { type AlertingState, beginningOf, type Outcome } from '@roundsman/alerting/deciding'
import { type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import {
  type Owner,
  type Owners,
  readerIdOf,
  teamReaders,
  userNames,
} from '../../accounts/accounts.public.ts'
import { isWanted } from '../entries/entry.store.ts'
import { isJailSoon } from '../record/incidents/outage.policy.ts'

/** Migrations 0048, 0053 and 0056, with what is known of its target and of who made it. */
export interface SilenceRow {
  id: number
  networkId: number
  validatorId: number | null
  bridgeId: number | null
  targetName: string | null
  from: Date
  to: Date
  reason: string
  untilRecovered: boolean
  isActive: boolean
  createdAt: Date
  teamId: number | null
  userId: number | null
  /** Null: somebody whose account is gone. */
  madeBy: { user_id: number; name: string } | null
}

export interface NewSilence {
  owner: Owner
  madeBy: number
  networkId: number
  validatorKey: string | null
  bridgeKey: string | null
  from: SQL
  to: Date
  reason: string
  untilRecovered: boolean
}

/** What planned work explains: misses, uptime, pushes and sync, and no jail that is less than an hour away. */
const silencedTypes: ReadonlySet<string> = new Set(['UPTIME', 'OTEL_UPDATE', 'SYNC_STATUS'])

/** True of a condition that a silence holds back (D171). */
export function isSilenced(conditionId: number): boolean {
  const condition = catalogue.condition(conditionId)
  if (!condition || !silencedTypes.has(condition.type)) return false
  return !isJailSoon(condition)
}

/** Why nobody was told, as the ledger writes it. */
export const silencedDetail = 'silenced'

/** Silences `s` on the target of an alert `a`, or on its network, whosever and of whatever condition and time. */
const isOn = (a: SQL, s = sql`s`) => sql`${s}.network_id = ${a}.network_id
  AND CASE WHEN ${s}.validator_key IS NOT NULL THEN ${s}.validator_key = ANY (${a}.validator_keys)
           WHEN ${s}.bridge_key IS NOT NULL THEN ${s}.bridge_key = ${a}.bridge_key
           ELSE true END`

/**
 * Alerts with the readers who have them silenced, as a SELECT of `user_id int, alert_id bigint, silence_id int`: when it
 * happened by the chain's own time, or now. Of several silences of their own the one that ends last.
 */
export function silencedAlerts(now: SQL, alerts: readonly Silenceable[]): SQL {
  return silencesOn(alerts, (s) => sql`(${isWithin(s)} OR ${isActive(s, now)})`)
}

/** The same, of the silences that it is now alone. */
export function activeSilences(now: SQL, alerts: readonly Silenceable[]): SQL {
  return silencesOn(alerts, (s) => isActive(s, now))
}

/** Ids of those alerts that a user has silenced now. */
export async function silencedFor(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  userId: number,
  alerts: readonly Silenceable[],
): Promise<ReadonlySet<number>> {
  if (alerts.length === 0) return new Set()
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT alert_id::int AS id FROM (${activeSilences(now(), alerts)}) active WHERE user_id = ${userId}`)
  return new Set(rows.map(({ id }) => id))
}

interface Silenceable {
  id: number
  settingId: number
}

const isWithin = (s: SQL) => sql`${s}.from_at <= a.at AND a.at < ${s}.until_at`
const isActive = (s: SQL, now: SQL) => sql`${s}.from_at <= ${now} AND ${now} < ${s}.until_at`

function silenceable(alerts: readonly Silenceable[]): string {
  const ids = alerts.filter(({ settingId }) => isSilenced(Math.floor(settingId / 10))).map(({ id }) => id)
  return `{${ids.join()}}`
}

/**
 * A team's silence holds back what a reader gets through that team alone (D217): not what an entry of their own asks for, or
 * one of a team that is not silent. Of several the first one that ends: what is left is looked at again then.
 */
function silencesOn(alerts: readonly Silenceable[], isThen: (s: SQL) => SQL): SQL {
  return sql`
    SELECT DISTINCT ON (user_id, alert_id) user_id, alert_id, silence_id
    FROM (
      SELECT s.user_id, a.id AS alert_id, s.id AS silence_id, NULL::timestamptz AS first_until, s.until_at
      FROM alert a JOIN alert_silence s ON ${isOn(sql`a`)}
      WHERE a.id = ANY (${silenceable(alerts)}::bigint[]) AND s.user_id IS NOT NULL AND ${isThen(sql`s`)}
      UNION ALL
      SELECT m.user_id, a.id, s.id, s.until_at, s.until_at
      FROM alert a
      JOIN alert_silence s ON ${isOn(sql`a`)}
      JOIN (${teamReaders}) m ON m.team_id = s.team_id
      WHERE a.id = ANY (${silenceable(alerts)}::bigint[]) AND ${isThen(sql`s`)} AND NOT EXISTS (
        SELECT FROM alert_entry e
        WHERE e.user_id = m.user_id AND ${isWanted} AND NOT EXISTS (
          SELECT FROM alert_silence o WHERE o.team_id = e.team_id AND ${isOn(sql`a`, sql`o`)} AND ${isThen(sql`o`)}))
    ) held
    ORDER BY user_id, alert_id, first_until NULLS FIRST, until_at DESC, silence_id`
}

/** What is decided late may be held back by a silence that was settled long ago: that is looked at again (D177). */
export async function reopenSilences(tx: Tx, alerts: readonly Silenceable[]): Promise<void> {
  const ids = silenceable(alerts)
  if (ids === '{}') return
  await tx.execute(sql`
    UPDATE alert_silence s SET is_settled = false
    FROM alert a
    WHERE a.id = ANY (${ids}::bigint[]) AND ${isOn(sql`a`)} AND ${isWithin(sql`s`)} AND s.is_settled`)
}

/**
 * Lets each end be told, or only recorded, as its beginning was (D178).
 *
 * @param ends with how the names of their beginnings begin
 * @param ended the ids of the alerts that these have just ended
 */
export async function followBeginnings(
  tx: Tx,
  networkId: number,
  ends: readonly Pick<Outcome, 'key' | 'conditionId'>[],
  ended: readonly number[],
): Promise<void> {
  const rows = ends
    .filter(({ conditionId }) => isSilenced(conditionId))
    .map((end) => ({ name: end.key, begins: beginningOf(end) }))
  if (rows.length === 0 || ended.length === 0) return
  await tx.execute(sql`
    UPDATE alert_recipient r
    SET silence_id = x.silence_id, silenced = CASE WHEN x.silence_id IS NOT NULL THEN 'RECORDED' END
    FROM (
      SELECT a.id AS alert_id, begun.user_id,
             CASE WHEN begun.silenced IN ('WAITS', 'RECORDED') THEN begun.silence_id END AS silence_id
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (name text, begins text)
      JOIN alert a ON a.network_id = ${networkId} AND a.occurrence = e.name
      JOIN alert b ON b.id = ANY (${`{${ended.join()}}`}::bigint[]) AND b.held_back IS NULL AND starts_with(b.occurrence, e.begins)
      JOIN alert_recipient begun ON begun.alert_id = b.id
      WHERE EXISTS (SELECT FROM alert_silence s WHERE s.network_id = ${networkId})
    ) x
    WHERE r.alert_id = x.alert_id AND r.user_id = x.user_id AND r.silence_id IS DISTINCT FROM x.silence_id`)
}

/** Of these alerts, those that a user is told of after a silence, with when it ended. */
export async function toldAfterSilences(
  orm: Queryable,
  userId: number,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await orm.execute<{ id: number; until: number }>(sql`
    SELECT r.alert_id::int AS id, (extract(epoch FROM s.until_at) * 1000)::float8 AS until
    FROM alert_recipient r JOIN alert_silence s ON s.id = r.silence_id
    WHERE r.user_id = ${userId} AND r.alert_id = ANY (${`{${alertIds.join()}}`}::bigint[]) AND r.silenced = 'TOLD'`)
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}

/** Of these alerts, beginnings of what planned work is about that come through it, with until when it is (E362). */
export async function plannedWorkOf(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  userId: number,
  alerts: readonly Silenceable[],
): Promise<ReadonlyMap<number, Date>> {
  const ids = alerts.flatMap(({ id, settingId }) => {
    const meaning = catalogue.meaning(settingId)
    const isThrough = meaning?.trigger === 'FALSE_TO_TRUE' && silencedTypes.has(meaning.condition.type)
    return isThrough ? [id] : []
  })
  if (ids.length === 0) return new Map()
  const { rows } = await orm.execute<{ id: number; until: number }>(sql`
    SELECT a.id::int AS id, (extract(epoch FROM max(s.until_at)) * 1000)::float8 AS until
    FROM alert a JOIN alert_silence s ON ${isOn(sql`a`)} AND ${isActive(sql`s`, now())}
    WHERE a.id = ANY (${`{${ids.join()}}`}::bigint[])
      AND (s.user_id = ${userId} OR s.team_id IN (SELECT m.team_id FROM (${teamReaders}) m WHERE m.user_id = ${userId}))
    GROUP BY a.id`)
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}

/**
 * True where a user has silenced the target of an alert `a`, or its network, just now, whatever its condition; of a team,
 * where it has.
 */
export const isSilencedNow = (a: SQL, owner: { userId: SQL } | { teamId: SQL }, now: SQL) => sql`EXISTS (
  SELECT FROM alert_silence s
  WHERE ${'userId' in owner ? sql`s.user_id = ${owner.userId}` : sql`s.team_id = ${owner.teamId}`}
    AND ${isOn(a)} AND ${isActive(sql`s`, now)})`

/** How a target is called now: of a validator its moniker, of a bridge the name of its token. */
const shown = (now: SQL) => sql`
  SELECT s.id, s.network_id AS "networkId", v.id AS "validatorId", b.id AS "bridgeId", s.team_id AS "teamId", s.user_id AS "userId",
         (SELECT jsonb_build_object('user_id', n.user_id, 'name', n.name) FROM (${userNames}) n
          WHERE n.user_id = coalesce(s.user_id, s.made_by)) AS "madeBy",
         coalesce(v.moniker, s.validator_key, b.name, s.bridge_key) AS "targetName",
         (extract(epoch FROM s.from_at) * 1000)::float8 AS "from", (extract(epoch FROM s.until_at) * 1000)::float8 AS "to",
         s.reason, s.until_recovered AS "untilRecovered", s.from_at <= ${now} AS "isActive",
         (extract(epoch FROM s.created_at) * 1000)::float8 AS "createdAt"
  FROM alert_silence s
  LEFT JOIN LATERAL (
    SELECT v.id, v.moniker FROM watch_validator v
    WHERE v.network_id = s.network_id AND s.validator_key IN (v.operator_address, v.consensus_address)
    ORDER BY v.epoch DESC, v.id DESC LIMIT 1) v ON true
  LEFT JOIN LATERAL (
    SELECT b.id, bt.name FROM bridge b LEFT JOIN bridge_token bt ON bt.id = b.token_id
    WHERE b.network_id = s.network_id AND b.peer_id = s.bridge_key
    ORDER BY b.id DESC LIMIT 1) b ON true`

async function rowsOf(orm: Queryable, query: SQL): Promise<SilenceRow[]> {
  type Found = Omit<SilenceRow, 'from' | 'to' | 'createdAt'> & Record<'from' | 'to' | 'createdAt', number>
  const { rows } = await orm.execute<Found & Record<string, unknown>>(query)
  return rows.map((row) => ({
    ...row,
    from: new Date(row.from),
    to: new Date(row.to),
    createdAt: new Date(row.createdAt),
  }))
}

/** The owners' silences of a network that are not over, the first to end first. */
export function silencesOf(
  orm: Queryable,
  now: SQL,
  { owners, networkId }: { owners: Owners; networkId: number },
): Promise<SilenceRow[]> {
  return rowsOf(
    orm,
    sql`${shown(now)}
        WHERE (s.user_id = ${owners.userId} OR s.team_id = ANY (${`{${owners.teamIds.join()}}`}::int[]))
          AND s.network_id = ${networkId} AND s.until_at > ${now}
        ORDER BY s.until_at, s.id`,
  )
}

/** Every silence that is kept of a user, also those that they made for a team, for their export (A65). */
export async function keptSilences(orm: Queryable, now: SQL, userId: number): Promise<SilenceRow[]> {
  return rowsOf(orm, sql`${shown(now)} WHERE ${userId} IN (s.user_id, s.made_by) ORDER BY s.id`)
}

/** Counts an owner's silences that are not over; nobody adds one until the transaction ends. */
export async function lockAndCountSilences(tx: Tx, now: SQL, owner: Owner): Promise<number> {
  await takeLock(tx, 'silences', readerIdOf(owner))
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM alert_silence
        WHERE (user_id = ${owner.userId} OR team_id = ${owner.teamId}) AND until_at > ${now}`,
  )
  return rows[0]?.count ?? 0
}

/** @throws Error where the row is not there at once */
export async function insertSilence(tx: Tx, now: SQL, silence: NewSilence): Promise<SilenceRow> {
  const { owner, madeBy, networkId, validatorKey, bridgeKey, from, to, reason, untilRecovered } = silence
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO alert_silence (user_id, team_id, made_by, network_id, validator_key, bridge_key, from_at, until_at, reason,
                               until_recovered, created_at)
    VALUES (${owner.userId}, ${owner.teamId}, ${owner.teamId === null ? null : madeBy}, ${networkId}, ${validatorKey}, ${bridgeKey}, ${from}, ${to.toISOString()}::timestamptz, ${reason},
            ${untilRecovered}, ${now})
    RETURNING id`)
  const [row] = await rowsOf(tx, sql`${shown(now)} WHERE s.id = ${rows[0]?.id ?? null}`)
  if (!row) throw new Error('a silence was not written')
  return row
}

/** Whose a silence is; null: it is not there. */
export async function ownerOfSilence(
  tx: Tx,
  id: number,
): Promise<{ userId: number | null; teamId: number | null } | null> {
  const { rows } = await tx.execute<{ userId: number | null; teamId: number | null }>(
    sql`SELECT user_id AS "userId", team_id AS "teamId" FROM alert_silence WHERE id = ${id}`,
  )
  return rows[0] ?? null
}

/** Ends a silence; one that has not begun is deleted, one that is over stays. */
export async function endSilence(tx: Tx, now: SQL, id: number): Promise<void> {
  await tx.execute(sql`DELETE FROM alert_silence WHERE id = ${id} AND from_at > ${now}`)
  await tx.execute(sql`UPDATE alert_silence SET until_at = least(until_at, ${now}) WHERE id = ${id}`)
}

/**
 * Ends those that last until their target has recovered (D174), in the transaction that decides it: something of what they
 * hold back has just ended on it, and nothing of it holds any more. What nobody knows holds on.
 */
export async function endRecovered(
  tx: Tx,
  now: SQL,
  networkId: number,
  outcomes: readonly Outcome[],
  state: AlertingState,
): Promise<void> {
  const over = new Set<string>(
    outcomes
      .filter(({ kind, conditionId }) => kind === 'ENDED' && isSilenced(conditionId))
      .map(({ target }) => target.key),
  )
  if (over.size === 0) return
  const { rows } = await tx.execute<{ id: number; isNetwork: boolean; keys: string[] }>(sql`
    SELECT s.id, s.validator_key IS NULL AND s.bridge_key IS NULL AS "isNetwork", ARRAY(
      SELECT 'validator:' || v.id FROM watch_validator v
      WHERE v.network_id = s.network_id AND s.validator_key IN (v.operator_address, v.consensus_address)
      UNION ALL SELECT 'bridge:' || b.id FROM bridge b WHERE b.network_id = s.network_id AND b.peer_id = s.bridge_key
    ) AS keys
    FROM alert_silence s
    WHERE s.network_id = ${networkId} AND s.until_recovered AND s.from_at <= ${now} AND ${now} < s.until_at`)
  const holding = new Set(
    Object.entries(state.targets).flatMap(([key, { conditions }]) => (holds(conditions) ? [key] : [])),
  )
  const recovered = rows.filter(({ isNetwork, keys }) =>
    isNetwork
      ? holding.size === 0
      : keys.some((key) => over.has(key)) && !keys.some((key) => holding.has(key)),
  )
  if (recovered.length === 0) return
  const ids = recovered.map(({ id }) => id)
  await tx.execute(sql`UPDATE alert_silence SET until_at = ${now} WHERE id IN ${ids}`)
}

function holds(conditions: AlertingState['targets'][keyof AlertingState['targets']]['conditions']): boolean {
  return Object.entries(conditions).some(
    ([id, known]) =>
      known !== undefined &&
      isSilenced(Number(id)) &&
      (known.is === 1 || (known.held !== undefined && known.pending !== undefined)),
  )
}

/** Forgets what is over for as long as alerts are kept. */
export async function forgetSilences(orm: Queryable, now: SQL, ms: number): Promise<void> {
  await orm.execute(
    sql`DELETE FROM alert_silence WHERE until_at < ${now} - make_interval(secs => ${ms}::float8 / 1000)`,
  )
}
