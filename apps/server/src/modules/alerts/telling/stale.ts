import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { readTargetState } from '../deciding/state.store.ts'
import { type AlertStatus, alertStatusesOf, turningBackOf } from '../history/alert-status.ts'
import type { AgedAlert } from '../record/history.store.ts'
import { targetKeyOf } from '../record/incidents/occurrence.policy.ts'
import { outagesOver } from '../record/incidents/outage-over.store.ts'
import { rowsBack } from '../record/incidents/rows-back.store.ts'
import { beginsMisses } from '../record/incidents/outage.policy.ts'

/** What happened longer ago is looked at again before a phone rings: this program, or its database, was away. */
const freshMs = 30 * 60_000
/** A network whose decisions are further behind is still being read; that is waited for as long, and no longer. */
const behindMs = 10 * 60_000

/**
 * Whether phones may still ring for alerts of one network (D32): null: they may; `STALE`: all of it is over;
 * `NOT_YET`: it is not known yet what happened since.
 */
export async function staleVerdictOf(
  db: Pick<Database, 'orm' | 'now'>,
  alerts: readonly AgedAlert[],
): Promise<'STALE' | 'NOT_YET' | null> {
  if (alerts.some(({ happenedMs }) => happenedMs < freshMs)) return null
  let isBehind = false
  for (const alert of alerts) {
    const found = await statusOf(db, alert)
    if (found === 'ONGOING') return null
    if (found === 'UNREAD') isBehind = true
  }
  return isBehind ? 'NOT_YET' : 'STALE'
}

async function statusOf(
  db: Pick<Database, 'orm' | 'now'>,
  alert: AgedAlert,
): Promise<'OVER' | 'ONGOING' | 'UNREAD'> {
  const { networkId, settingId, validatorId, bridgeId, at, ageMs } = alert
  const key = targetKeyOf({ validatorId, bridgeId })
  const { state, now } = await readTargetState(db.orm, db.now(), networkId, key)
  const meaning = catalogue.meaning(settingId)
  if (state === null || !meaning) return 'ONGOING'
  // Votes are decided apart, each proposal by itself.
  if (meaning.condition.type === 'GOVERNANCE') {
    const isOver = (await alertStatusesOf(db.orm, [alert])).get(alert.id) === 'ENDED'
    return isOver || meaning.trigger === 'TRUE_TO_FALSE' ? 'OVER' : 'ONGOING'
  }
  const { at: decidedAt, trouble, blindSince } = state.head
  const isRead = decidedAt === null || trouble !== null || blindSince !== null || now - decidedAt < behindMs
  if (!isRead && ageMs < behindMs) return 'UNREAD'
  const { condition, trigger } = meaning
  // What says that something ended has nothing that could go on.
  if (trigger === 'TRUE_TO_FALSE') return 'OVER'
  const known = state.targets[key]?.conditions[condition.id]
  const hasEnd = condition.severity.TRUE_TO_FALSE !== null
  if (!hasEnd || known === undefined) return 'ONGOING'
  // What began again has an alert of its own.
  return known.is === 0 || known.since > at.getTime() ? 'OVER' : 'ONGOING'
}

/** Those about missed blocks whose validator signs again by now, or that are over (E231), each with the blocks of its outage; null: not known. */
export async function signingAgain(
  orm: Queryable,
  alerts: readonly AgedAlert[],
): Promise<Map<number, number | null>> {
  const misses = alerts.filter(({ settingId }) => catalogue.meaning(settingId)?.condition.type === 'UPTIME')
  const back = await turningBackOf(orm, misses)
  const ids = misses.filter(({ id, endedAt }) => endedAt !== null || back.has(id)).map(({ id }) => id)
  const rows = await rowsBack(orm, ids)
  return new Map(ids.map((id) => [id, rows.get(id)?.missed ?? null]))
}

/**
 * Of missed blocks that nobody has decided about since, those that a jailing has ended: their validator was jailed since, and is out
 * of jail (E380). Their end is decided when it signs, and while nobody sees the network that is never.
 */
export async function endedByJail(
  orm: Queryable,
  alerts: readonly AgedAlert[],
  statuses: ReadonlyMap<number, AlertStatus>,
): Promise<ReadonlySet<number>> {
  const open = alerts.filter(({ id, settingId }) => beginsMisses(settingId) && statuses.get(id) === 'UNKNOWN')
  if (open.length === 0) return new Set()
  // Written by the watch module.
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT a.id::int AS id FROM alert a JOIN watch_validator v ON v.id = a.validator_id AND v.jailed IS NOT TRUE
    WHERE a.id = ANY (${`{${open.map(({ id }) => id).join()}}`}::bigint[]) AND EXISTS (
      SELECT FROM watch_event e
      WHERE e.validator_id = a.validator_id AND e.kind IN ('jailed', 'unjailed')
        AND coalesce(e.chain_at, e.at) >= extract(epoch FROM a.at) * 1000)`)
  return new Set(rows.map(({ id }) => id))
}

/** Those that a phone may ring for: not a share of the window since the outage that made it is over (E413). */
export async function worthCalling(orm: Queryable, alerts: readonly AgedAlert[]): Promise<AgedAlert[]> {
  const over = await outagesOver(
    orm,
    alerts.map(({ id }) => id),
  )
  return alerts.filter(({ id }) => !over.has(id))
}

/**
 * Of what nobody took a call about, what is still worth one (E216): neither what is over, nor what is no beginning, nor what was
 * for information. While all of it is on its way back, that is waited for; and where the round of calls is over (`isFurther`), while
 * nobody knows of any whether it goes on: UNKNOWN rings nobody anew (D337).
 */
export async function worthCallingAgain(
  orm: Queryable,
  alerts: readonly AgedAlert[],
  isFurther = false,
): Promise<readonly AgedAlert[] | 'NOT_YET'> {
  const statuses = await alertStatusesOf(orm, alerts)
  const byJail = await endedByJail(orm, alerts, statuses)
  const left = alerts.filter(
    ({ id, severity, settingId }) =>
      severity !== 'INFO' && !catalogue.isEnd(settingId) && statuses.get(id) !== 'ENDED' && !byJail.has(id),
  )
  if (isFurther && left.length > 0 && left.every(({ id }) => statuses.get(id) === 'UNKNOWN')) return 'NOT_YET'
  const back = await turningBackOf(orm, left)
  return left.length > 0 && back.size === left.length ? 'NOT_YET' : left
}

/** So long a first call waits for what signs again to be over: it is decided within 30 s, and one that misses every other block must ring. */
const waitsForEndMs = 45_000

/**
 * Whether all of these are missed blocks whose validator signs again as its phone is about to be dialed for the first time (E431): nobody is
 * woken to hear that it is over. Of what was observed longer ago the phone rings all the same.
 */
export async function areOnTheirWayBack(orm: Queryable, alerts: readonly AgedAlert[]): Promise<boolean> {
  const isRecentMiss = ({ settingId, ageMs }: AgedAlert) => beginsMisses(settingId) && ageMs < waitsForEndMs
  if (alerts.length === 0 || !alerts.every(isRecentMiss)) return false
  return (await turningBackOf(orm, alerts)).size === alerts.length
}
