import { and, count, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { alertRecipient } from '../alerts.schema.ts'

export interface Acknowledgement {
  userId: number
  /** Each once. */
  alertIds: readonly number[]
  via: 'PAGE' | 'CALL' | 'MAIL'
}

/**
 * Notes that somebody has seen what concerns them; what was acknowledged before stays as it is. Gives how many of the
 * alerts concern them.
 */
export async function acknowledge(
  tx: Tx,
  now: SQL,
  { userId, alertIds, via }: Acknowledgement,
): Promise<number> {
  const own = and(eq(alertRecipient.userId, userId), inArray(alertRecipient.alertId, [...alertIds]))
  await tx
    .update(alertRecipient)
    .set({ acknowledgedAt: now, acknowledgedVia: via })
    .where(and(own, isNull(alertRecipient.acknowledgedAt)))
  const [row] = await tx.select({ alerts: count() }).from(alertRecipient).where(own)
  return row?.alerts ?? 0
}
