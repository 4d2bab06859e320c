import { catalogue } from '@roundsman/alerting/catalogue'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { type Awaited, deliveriesAbout } from '../../notifications/notifications.public.ts'
import { type AlertRow, alert, alertRecipient } from '../alerts.schema.ts'
import { alertKind } from '../record/alert.store.ts'
import { jailDueAt } from '../record/incidents/jail-due.policy.ts'
import { isOutageOver } from '../record/incidents/outage-over.store.ts'

/**
 * Whether a call about these alerts still waits for its reader's answer (D276), and how long there is until one of their
 * validators goes to jail.
 */
export async function awaitedOf(
  tx: Tx,
  now: SQL,
  { userId, alertIds }: { userId: number; alertIds: readonly number[] },
): Promise<Awaited> {
  const rows = await tx
    .select({
      settingId: alert.settingId,
      severity: alert.severity,
      isOver: sql<boolean>`(SELECT a.ended_at IS NOT NULL OR ${isOutageOver} FROM alert a WHERE a.id = ${alert.id})`,
      evidence: alert.evidence,
      acknowledgedAt: alertRecipient.acknowledgedAt,
      nowMs: sql<number>`(extract(epoch FROM ${now}) * 1000)::float8`,
    })
    .from(alert)
    .innerJoin(alertRecipient, and(eq(alertRecipient.alertId, alert.id), eq(alertRecipient.userId, userId)))
    .where(inArray(alert.id, [...alertIds]))
  const open = rows.filter(({ isOver }) => !isOver)
  const left = open.map(({ nowMs, ...one }) => msUntilJail(one, nowMs)).filter((ms) => ms !== null)
  return {
    isAwaited: open.some(
      ({ severity, settingId, acknowledgedAt }) =>
        severity === 'CRITICAL' && acknowledgedAt === null && awaitsKey(settingId),
    ),
    leftMs: left.length === 0 ? null : Math.min(...left),
  }
}

/**
 * Of a call that is to remind somebody of these: it is made further as jail comes nearer, where nothing else rings before that (D360):
 * neither is a step of theirs to come by then, nor does a call about one of these wait that is made further itself.
 */
export async function awaitedOfReminder(
  tx: Tx,
  now: SQL,
  of: { userId: number; alertIds: readonly number[] },
): Promise<Awaited> {
  const { userId, alertIds } = of
  const awaited = await awaitedOf(tx, now, of)
  if (!awaited.isAwaited || awaited.leftMs === null) return awaited
  const overAt = sql`${now} + make_interval(secs => ${awaited.leftMs / 1000}::float8)`
  const { rows } = await tx.execute<{ follows: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM alert_escalation x JOIN alert_recipient r ON r.alert_id = x.alert_id AND r.user_id = ${userId}
      WHERE x.alert_id = ANY (${sql.param([...alertIds])}::bigint[]) AND x.ended_by IS NULL AND x.due_at < ${overAt}
        AND (x.user_id = ${userId} OR x.team_id = ANY (r.team_ids))) AS follows`)
  const calls = await deliveriesAbout(tx, { userId, kind: alertKind, references: alertIds.map(String) })
  const isCalled = calls.some(({ channel, state }) => channel === 'voice' && state === 'QUEUED')
  return { ...awaited, isCalledFurther: rows[0]?.follows !== true && !isCalled }
}

/** A vote is no fire: whoever heard once that it is missing is not rung again about it. */
function awaitsKey(settingId: number): boolean {
  return !catalogue.isEnd(settingId) && catalogue.meaning(settingId)?.condition.type !== 'GOVERNANCE'
}

/** As of now, if it goes on missing; null where nothing is known of it, or where it is over. */
function msUntilJail(
  { settingId, evidence }: Pick<AlertRow, 'settingId' | 'evidence'>,
  nowMs: number,
): number | null {
  if (catalogue.meaning(settingId)?.condition.type !== 'UPTIME') return null
  const { consecutive_missed: inARow, seconds_to_jail: secondsToJail, observed_at: asOf } = evidence
  const dueAt = jailDueAt(asOf, { secondsToJail, inARow })
  return dueAt !== null && dueAt > nowMs ? dueAt - nowMs : null
}
