import { callsOfRound } from '../../notifications/notifications.public.ts'
import { type SQL, sql } from 'drizzle-orm'

/** Who is told, and where. */
export interface Contact {
  userId: number
  channel: string
  recipient: string
}

/** Rows `d` of the ledger to a contact. */
export const isTo = ({ userId, channel, recipient }: Contact): SQL =>
  sql`(d.user_id = ${userId} AND d.channel = ${channel} AND d.recipient = ${recipient})`

/** Rows `d` of the ledger by which somebody was told. A call that nobody took is made again, and is no reason for another one, but where its round is over (D337). */
export const hasTold = sql`
  (d.state IN ('SENT', 'DELIVERED') OR d.channel = 'voice' AND d.state = 'QUEUED' AND d.ended_ids <> '{}'
    AND cardinality(d.ended_ids) < ${sql.raw(String(callsOfRound))})`
