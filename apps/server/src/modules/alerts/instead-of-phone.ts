import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { confirmedContacts } from '../accounts/accounts.public.ts'
import type { FailedDelivery, Notifications } from '../notifications/notifications.public.ts'
import { alertKind, usefulForMs } from './raise.ts'

/** An alert whose SMS or call failed for good is mailed, unless it was; in the transaction that says that it failed. */
export async function insteadOfPhone(
  tx: Tx,
  { fanOut }: Pick<Notifications, 'fanOut'>,
  { kind, references, channel, userId }: FailedDelivery,
): Promise<void> {
  if (kind !== alertKind || userId === null || (channel !== 'sms' && channel !== 'voice')) return
  const recipients = sql`
    SELECT 'email' AS channel, ${userId}::int AS user_id, c.recipient, c.language, a.id::text AS reference,
           a.severity = 'CRITICAL' AS is_critical
    FROM alert a
    CROSS JOIN (${confirmedContacts(sql`${userId}::int`)}) c
    WHERE c.channel = 'EMAIL' AND a.id IN ${references.map(Number)}`
  await fanOut(tx, { kind: alertKind, usefulForMs, recipients, storm: references })
}
