import { catalogue } from '@roundsman/alerting/catalogue'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { endCallsOfOver, lookAgainAtCalls } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { isOutageOver } from '../record/incidents/outage-over.store.ts'
import { reminderKind } from './escalation.store.ts'

/** An alert's reference is its id, and that of a reminder begins with it. Null of any other's, which is asked about too: SQL has no order. */
const alertIdIn = (reference: SQL) => sql`substring(${reference} from '^[0-9]{1,18}')::bigint`

const ends = catalogue.conditions.flatMap(({ id }) =>
  (['FALSE_TO_TRUE', 'TRUE_TO_FALSE'] as const)
    .map((trigger) => settingId(id, trigger))
    .filter((setting) => catalogue.isEnd(setting)),
)

/**
 * Ends the calls about these alerts, and those that remind of them, that wait and are about nothing but what is over (D331): nobody is
 * called about that (E200). Gives the alerts that they were about.
 */
export async function endCallsAbout(tx: Tx, now: SQL, alertIds: readonly number[]): Promise<number[]> {
  if (alertIds.length === 0) return []
  const references = await endCallsOfOver(tx, now, {
    kinds: [alertKind, reminderKind],
    isNamed: isOf(alertIds),
    isOver: (reference) => sql`EXISTS (
      SELECT FROM alert a WHERE a.id = ${alertIdIn(reference)} AND (a.ended_at IS NOT NULL OR ${isOutageOver}))`,
  })
  return references.map((reference) => Number(/^\d+/.exec(reference)?.[0]))
}

const isOf = (alertIds: readonly number[]) => (reference: SQL) =>
  sql`${alertIdIn(reference)} = ANY (${sql.param([...alertIds])}::bigint[])`

/**
 * Looks again at the calls about these alerts, and at those that remind of them, which wait (to be made again, or since what they
 * are about comes and goes) and are about nothing any more that goes on and that their reader has not acknowledged (D278, D287).
 * Nobody is called again about an end, nor for information (E216).
 */
export async function lookAgainAtCallsAbout(tx: Tx, now: SQL, alertIds: readonly number[]): Promise<void> {
  if (alertIds.length === 0) return
  await lookAgainAtCalls(tx, now, {
    kinds: [alertKind, reminderKind],
    isNamed: isOf(alertIds),
    isOpen: (reference, userId) => sql`EXISTS (
      SELECT FROM alert a JOIN alert_recipient r ON r.alert_id = a.id AND r.user_id = ${userId}
      WHERE a.id = ${alertIdIn(reference)} AND a.ended_at IS NULL AND r.acknowledged_at IS NULL AND NOT ${isOutageOver}
        AND a.severity <> 'INFO' AND a.setting_id <> ALL (${sql.param(ends)}::int[]))`,
  })
}
