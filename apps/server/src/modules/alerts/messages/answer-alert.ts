import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { AnsweredDelivery } from '../../notifications/notifications.public.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { isWanted } from '../record/alert.store.ts'
import { acknowledge } from '../record/history.store.ts'

const viaOf: Readonly<Record<string, 'MAIL' | 'SMS'>> = { email: 'MAIL', sms: 'SMS' }
/** What `2` mutes for. */
const muteMs = 30 * 60_000

/**
 * Applies what somebody answered to a call or by the link of a mail (D25, D27): it acknowledges these alerts, and `MUTE`
 * also mutes the entries that asked for them for half an hour.
 */
export async function answerAlert(
  tx: Tx,
  db: Pick<Database, 'now' | 'notify'>,
  { channel, references, userId, answer }: AnsweredDelivery,
): Promise<void> {
  const alertIds = references.map(Number)
  if (userId === null || alertIds.length === 0) return
  await acknowledge(tx, db.now(), { userId, alertIds, via: viaOf[channel] ?? 'CALL' })
  await hintChanged(db, tx, alertIds)
  if (answer !== 'MUTE') return
  await tx.execute(sql`
    UPDATE alert_entry e
    SET muted_until = greatest(e.muted_until, ${db.now()} + make_interval(secs => ${muteMs / 1000}::float8))
    FROM alert a
    WHERE a.id IN ${alertIds} AND e.user_id = ${userId} AND ${isWanted}`)
}
