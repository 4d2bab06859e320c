import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { AnsweredDelivery } from '../../notifications/notifications.public.ts'
import { hintChanged } from '../history/alert-hints.ts'
import { acknowledge } from '../history/acknowledge.store.ts'
import { isWanted } from '../deciding/alert.store.ts'

/** What `2` mutes for. */
const muteMs = 30 * 60_000

/**
 * What somebody said to a call or by the link of a mail (D25, D27): they know of these alerts; and perhaps that they
 * want no more of these for half an hour. Who mutes has heard, so that acknowledges them too.
 */
export async function answerAlert(
  tx: Tx,
  db: Pick<Database, 'now' | 'notify'>,
  { channel, references, userId, answer }: AnsweredDelivery,
): Promise<void> {
  const alertIds = references.map(Number)
  if (userId === null || alertIds.length === 0) return
  await acknowledge(tx, db.now(), { userId, alertIds, via: channel === 'email' ? 'MAIL' : 'CALL' })
  await hintChanged(db, tx, alertIds)
  if (answer !== 'MUTE') return
  await tx.execute(sql`
    UPDATE alert_entry e
    SET muted_until = greatest(e.muted_until, ${db.now()} + make_interval(secs => ${muteMs / 1000}::float8))
    FROM alert a
    WHERE a.id IN ${alertIds} AND e.user_id = ${userId} AND ${isWanted}`)
}
