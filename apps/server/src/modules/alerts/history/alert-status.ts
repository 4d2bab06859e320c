import { catalogue } from '@roundsman/alerting/catalogue'
import type { ConditionState, Head } from '@roundsman/alerting/deciding'
import type { alertStatuses } from '@roundsman/contract/alerts/alerts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { AlertRow } from '../alerts.schema.ts'
import { partsOf } from '../record/incidents/occurrence.policy.ts'

/** Whether what an alert reported is ongoing; null: it has no end, or is one. */
export type AlertStatus = (typeof alertStatuses)[number] | null

/** What is decided now of the condition of an alert. */
interface Now {
  epoch: Head['epoch'] | null
  blindSince: Head['blindSince']
  known: ConditionState | null
  /** The same of a single missed block, which ends after three signed ones. */
  missing: ConditionState | null
}

type Reported = Pick<AlertRow, 'id' | 'settingId' | 'occurrence' | 'heldBack' | 'endedAt'>

/** Whether each of these alerts goes on (E136), by one statement. */
export async function alertStatusesOf(
  orm: Queryable,
  alerts: readonly Reported[],
): Promise<Map<number, AlertStatus>> {
  const open = alerts.filter((one) => canGoOn(one) && one.endedAt === null)
  const now = await nowOf(orm, [...new Set(open.map(({ id }) => id))])
  return new Map(alerts.map((one) => [one.id, statusOf(one, now.get(one.id))]))
}

/**
 * The same for whoever reads of them: what happened at a moment neither goes on nor is over, although its condition may
 * turn back, as when somebody who entered the active set leaves it (E241).
 */
export async function shownStatusesOf(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  alerts: readonly Reported[],
): Promise<Map<number, AlertStatus>> {
  const statuses = await alertStatusesOf(orm, alerts)
  const unknown = alerts.filter(({ id }) => statuses.get(id) === 'UNKNOWN').map(({ id }) => id)
  for (const id of await votingOver(orm, now(), unknown)) statuses.set(id, 'ENDED')
  for (const { id, settingId } of alerts)
    if (catalogue.meaning(settingId)?.condition.subject === 'bonded') statuses.set(id, null)
  return statuses
}

/** Nobody votes after the end, also where nobody looks for the vote of who is tombstoned any more (E376). */
async function votingOver(orm: Queryable, now: SQL, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT id::int FROM alert
    WHERE id = ANY (${`{${ids.join()}}`}::bigint[]) AND (evidence ->> 'voting_end_at')::timestamptz <= ${now}`)
  return rows.map(({ id }) => id)
}

/**
 * Of alerts that go on, those whose figure is back already: the condition waits before it ends, or is about missed blocks that
 * the validator signs again. Nobody is reminded of them, nor called again, for as long (E216). What is UNKNOWN is none of them.
 */
export async function turningBackOf(orm: Queryable, alerts: readonly Reported[]): Promise<Set<number>> {
  const open = alerts.filter((one) => canGoOn(one) && one.endedAt === null)
  const now = await nowOf(orm, [...new Set(open.map(({ id }) => id))])
  return new Set(open.filter((one) => isTurningBack(one, now.get(one.id))).map(({ id }) => id))
}

async function nowOf(orm: Queryable, ids: readonly number[]): Promise<Map<number, Now>> {
  if (ids.length === 0) return new Map()
  const { rows } = await orm.execute<{ id: number } & Record<keyof Now, unknown>>(sql`
    SELECT a.id::int, coalesce(CASE WHEN m.key IS NOT NULL THEN g.head END, n.head) -> 'epoch' AS epoch, n.head -> 'blindSince' AS "blindSince",
           coalesce(m.state, t.state) -> 'conditions' -> (a.setting_id / 10)::text AS known,
           t.state -> 'conditions' -> ${String(oneMissed)} AS missing
    FROM alert a
    LEFT JOIN alert_network n ON n.network_id = a.network_id
    LEFT JOIN alert_target t ON t.network_id = a.network_id AND t.key = split_part(a.occurrence, '/', 2)
    LEFT JOIN alert_governance g ON g.network_id = a.network_id
    LEFT JOIN alert_matter m ON m.network_id = a.network_id AND m.key = split_part(a.occurrence, '/', 2)
    WHERE a.id = ANY (${`{${ids.join()}}`}::bigint[])`)
  return new Map(rows.map(({ id, ...now }) => [id, now as Now]))
}

/** Of conditions about missed blocks: what says that another one was missed a moment ago. */
const oneMissed =
  catalogue.conditions.find(({ subject, threshold }) => subject === 'missed_in_a_row' && threshold === 1)
    ?.id ?? 0

function isTurningBack(alert: Reported, now: Now | undefined): boolean {
  if (now === undefined || statusOf(alert, now) !== 'ONGOING') return false
  const isBack = (state: ConditionState | null) =>
    state !== null && state.unknown === undefined && (state.is === 1) === (state.pending !== undefined)
  if (now.known?.is === 1 && isBack(now.known)) return true
  return catalogue.meaning(alert.settingId)?.condition.type === 'UPTIME' && isBack(now.missing)
}

function canGoOn({ settingId }: Pick<Reported, 'settingId'>): boolean {
  const meaning = catalogue.meaning(settingId)
  return meaning?.trigger === 'FALSE_TO_TRUE' && meaning.condition.severity.TRUE_TO_FALSE !== null
}

/** Pure. The name of an alert says of which epoch it is, and which beginning of its condition it reported (outcomeKey). */
function statusOf(alert: Reported, now: Now | undefined): AlertStatus {
  // Who left the active set and is back, too (E384).
  if (alert.endedAt !== null) return 'ENDED'
  if (!canGoOn(alert)) return null
  const { epoch, times } = partsOf(alert.occurrence)
  const known = now?.known ?? null
  if (known === null || Number(epoch) !== now?.epoch) return 'UNKNOWN'
  const isHeld = known.is === 0 && known.held !== undefined && known.pending !== undefined
  const current = known.is === 1 ? (known.reported ?? 0) : isHeld ? (known.reported ?? 0) + 1 : null
  if (current !== Number(times)) return 'ENDED'
  const isBlind =
    known.unknown !== undefined ||
    (now.blindSince !== null && catalogue.meaning(alert.settingId)?.condition.subject !== 'unseen')
  return isBlind ? 'UNKNOWN' : 'ONGOING'
}
