import { catalogue } from '@roundsman/alerting/catalogue'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import type { Awaited } from '../../notifications/notifications.public.ts'
import { alert, alertRecipient, type AlertRow } from '../alerts.schema.ts'
import { isOutageOver } from '../record/incidents/outage-over.store.ts'
import { jailDueAt } from '../record/incidents/jail-due.policy.ts'

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
