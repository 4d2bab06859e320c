import { beginningOf, type Outcome } from '@roundsman/alerting/deciding'
import { settingId, targetTypeOf } from '@roundsman/contract/alerts/alerts'
import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type Owner, teamMembers } from '../../accounts/accounts.public.ts'
import { alertEntry, type EntryRow } from '../alerts.schema.ts'
import type { EntryPlan } from './plan-entries.ts'

/** Rows in one statement: well below the 65,535 parameters that the protocol allows. */
const rowsAtOnce = 1_000

/** From here to the end of the transaction nobody else changes these entries. */
export async function lockEntries(tx: Tx, { userId, teamId }: Owner): Promise<void> {
  if (teamId === null) await takeLock(tx, 'alertEntries', userId)
  else await takeLock(tx, 'teamAlertEntries', teamId)
}

/** A user's own or a team's own: the copies that members have of these are neither. */
const areOf = ({ userId, teamId }: Owner) =>
  teamId === null
    ? and(eq(alertEntry.userId, userId), isNull(alertEntry.teamId))
    : and(eq(alertEntry.teamId, teamId), isNull(alertEntry.userId))

export async function entriesOf(orm: Queryable, owner: Owner, networkId: number): Promise<EntryRow[]> {
  return orm
    .select()
    .from(alertEntry)
    .where(and(areOf(owner), eq(alertEntry.networkId, networkId)))
    .orderBy(asc(alertEntry.id))
}

/** Entries `e` that ask for an alert `a`: on its target, or on every one of the network. */
export const isWanted = sql`e.network_id = a.network_id AND e.setting_id = a.setting_id
  AND (e.bridge_key IS NULL OR e.bridge_key = a.bridge_key)
  AND (e.validator_key IS NULL OR e.validator_key = ANY (a.validator_keys))`

/**
 * Whether an entry `e` asks for an alert `a` that is an end of these: it was there when what ended began, or its owner was
 * told of the beginning (E225). Of any other alert it always does.
 */
export function knewBeginning(networkId: number, ends: readonly KnownEnd[]): SQL {
  if (ends.length === 0) return sql`true`
  const rows = ends.map(({ key, conditionId, knownSince }) => ({
    occurrence: key,
    began: beginningOf({ key, conditionId }),
    setting_id: settingId(conditionId, 'FALSE_TO_TRUE'),
    since: knownSince,
  }))
  return sql`NOT EXISTS (
    SELECT FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS b (occurrence text, began text, setting_id int, since float8)
    WHERE b.occurrence = a.occurrence AND e.created_at > to_timestamp(b.since / 1000) AND NOT EXISTS (
      SELECT FROM alert o
      JOIN alert_recipient told ON told.alert_id = o.id AND told.user_id = coalesce(e.user_id, -e.team_id)
      WHERE o.network_id = ${networkId}::int AND o.setting_id = b.setting_id AND o.ended_at IS NULL
        AND starts_with(o.occurrence, b.began)))`
}

/** An end whose beginning somebody may not have been told of. */
type KnownEnd = Pick<Outcome, 'key' | 'conditionId'> & { knownSince: number }

/** Of all networks. */
export async function countEntries(orm: Queryable, owner: Owner): Promise<number> {
  const [row] = await orm.select({ entries: count() }).from(alertEntry).where(areOf(owner))
  return row?.entries ?? 0
}

/** Makes the owner's entries on a network what the plan says. */
export async function applyPlan(
  tx: Tx,
  now: SQL,
  owner: Owner,
  networkId: number,
  { remove, change, add }: EntryPlan,
): Promise<void> {
  for (const ids of chunks(remove)) await tx.delete(alertEntry).where(inArray(alertEntry.id, ids))
  for (const { channels, moved, ids } of alike(change))
    for (const some of chunks(ids))
      await tx
        .update(alertEntry)
        .set({ channels, ...moved })
        .where(inArray(alertEntry.id, some))
  for (const some of chunks(add))
    await tx.insert(alertEntry).values(some.map((one) => ({ ...one, ...owner, networkId, createdAt: now })))
  if (owner.teamId !== null) await copyToMembers(tx, now, { teamId: owner.teamId })
}

/**
 * Gives the members of a team, or one of them, the team's entries as they are now. What the team has no more is gone with it.
 * A copy is as old as it is, so that whoever joins is told of no end whose beginning the others were told of (E225).
 */
export async function copyToMembers(
  tx: Tx,
  now: SQL,
  { teamId, userId }: { teamId: number; userId?: number },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO alert_entry (user_id, team_id, team_entry_id, network_id, validator_key, bridge_key, setting_id, channels,
                             muted_until, created_at)
    SELECT m.user_id, e.team_id, e.id, e.network_id, e.validator_key, e.bridge_key, e.setting_id, e.channels, e.muted_until,
           ${now}
    FROM alert_entry e JOIN (${teamMembers}) m ON m.team_id = e.team_id
    WHERE e.team_id = ${teamId} AND e.user_id IS NULL ${userId === undefined ? sql`` : sql`AND m.user_id = ${userId}`}
    ON CONFLICT (team_entry_id, user_id) WHERE team_entry_id IS NOT NULL DO UPDATE
    SET validator_key = excluded.validator_key, bridge_key = excluded.bridge_key, channels = excluded.channels,
        muted_until = excluded.muted_until
    WHERE (alert_entry.validator_key, alert_entry.bridge_key, alert_entry.channels, alert_entry.muted_until)
      IS DISTINCT FROM (excluded.validator_key, excluded.bridge_key, excluded.channels, excluded.muted_until)`)
}

/** Mutes entries of an owner until a time, which may be over, or not any more; gives those of them that there are. */
export async function muteOwnEntries(
  tx: Tx,
  now: SQL,
  owner: Owner,
  { ids, until }: { ids: readonly number[]; until: Date | null },
): Promise<EntryRow[]> {
  const time = until?.toISOString() ?? null
  const muted = await tx
    .update(alertEntry)
    .set({ mutedUntil: sql`CASE WHEN ${time}::timestamptz > ${now} THEN ${time}::timestamptz END` })
    .where(and(areOf(owner), inArray(alertEntry.id, [...ids])))
    .returning()
  if (owner.teamId !== null) await copyToMembers(tx, now, { teamId: owner.teamId })
  return muted
}

type Change = EntryPlan['change'][number]

/** Changes that are one statement: to the same channels, under the same name. */
function alike(changes: readonly Change[]): (Omit<Change, 'id'> & { ids: number[] })[] {
  const groups = new Map<string, Omit<Change, 'id'> & { ids: number[] }>()
  for (const { id, channels, moved } of changes) {
    const key = JSON.stringify([channels, moved])
    const group = groups.get(key) ?? { channels, moved, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_unused, index) =>
    all.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}

/** Whose validators somebody wants to hear of, by network; `isEvery`: of every one of it. */
export interface WatchedKeys {
  isEvery: boolean
  /** As `validator_key` of entries. */
  keys: ReadonlySet<string>
}

/** Validators that anybody's entries are about, by network. */
export async function watchedByEntries(orm: Queryable): Promise<Map<number, WatchedKeys>> {
  const { networkId, validatorKey, settingId: setting } = alertEntry
  const rows = await orm
    .selectDistinct({
      networkId,
      validatorKey,
      setting: sql<number | null>`case when ${validatorKey} is null then ${setting} end`,
    })
    .from(alertEntry)
    .where(isNull(alertEntry.bridgeKey))
  const found = new Map<number, { isEvery: boolean; keys: Set<string> }>()
  for (const row of rows) {
    const watched = found.get(row.networkId) ?? { isEvery: false, keys: new Set() }
    if (row.validatorKey !== null) watched.keys.add(row.validatorKey)
    else if (row.setting !== null && targetTypeOf(row.setting) === 'VALIDATOR') watched.isEvery = true
    found.set(row.networkId, watched)
  }
  return found
}
