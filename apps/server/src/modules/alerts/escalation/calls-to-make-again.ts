import { catalogue } from '@roundsman/alerting/catalogue'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { lookAgainAtCalls } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { reminderKind } from './escalation.store.ts'

/** An alert's reference is its id, and that of a reminder begins with it. Null of any other's, which is asked about too: SQL has no order. */
const alertIdIn = (reference: SQL) => sql`substring(${reference} from '^[0-9]{1,18}')::bigint`

const ends = catalogue.conditions.flatMap(({ id }) =>
  (['FALSE_TO_TRUE', 'TRUE_TO_FALSE'] as const)
    .map((trigger) => settingId(id, trigger))
    .filter((setting) => catalogue.isEnd(setting)),
)

/**
 * Looks again at the calls about these alerts, and at those that remind of them, which wait (to be made again, or since what they
 * are about comes and goes) and are about nothing any more that goes on and that their reader has not acknowledged (D278, D287).
 * Nobody is called again about an end, nor for information (E216).
 */
export async function lookAgainAtCallsAbout(tx: Tx, now: SQL, alertIds: readonly number[]): Promise<void> {
  if (alertIds.length === 0) return
  await lookAgainAtCalls(tx, now, {
    kinds: [alertKind, reminderKind],
    isNamed: (reference) => sql`${alertIdIn(reference)} = ANY (${sql.param([...alertIds])}::bigint[])`,
    isOpen: (reference, userId) => sql`EXISTS (
      SELECT FROM alert a JOIN alert_recipient r ON r.alert_id = a.id AND r.user_id = ${userId}
      WHERE a.id = ${alertIdIn(reference)} AND a.ended_at IS NULL AND r.acknowledged_at IS NULL
        AND a.severity <> 'INFO' AND a.setting_id <> ALL (${sql.param(ends)}::int[]))`,
  })
}
