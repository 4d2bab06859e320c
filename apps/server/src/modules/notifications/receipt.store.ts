import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type DeliveryRow, delivery } from './delivery.schema.ts'
import { sourcesOf } from './delivery-state.policy.ts'

export type ReceiptTarget = { deliveryId: number } | { channel: string; providerId: string }

/** What a provider tells later about a message. `providerId`: its own name for it, where the receipt says so. */
export interface Receipt {
  state: 'SENT' | 'DELIVERED' | 'FAILED'
  detail: string | null
  providerId?: string
}

/** Applies a provider's receipt; gives the row as it is then, null if none is in a state that takes it. */
export async function applyReceipt(
  tx: Tx,
  now: SQL,
  target: ReceiptTarget,
  { state, detail, providerId }: Receipt,
): Promise<DeliveryRow | null> {
  const which =
    'deliveryId' in target
      ? eq(delivery.id, target.deliveryId)
      : and(eq(delivery.channel, target.channel), eq(delivery.providerId, target.providerId))
  const [row] = await tx
    .select()
    .from(delivery)
    .where(and(which, inArray(delivery.state, sourcesOf(state)), gt(delivery.attempts, 0)))
    .for('update')
  if (!row) return null
  const free = providerId !== undefined && !(await isTaken(tx, row, providerId))
  const [written] = await tx
    .update(delivery)
    .set({
      state,
      detail,
      payload: null,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: now,
      ...(free ? { providerId: row.providerId ?? providerId } : {}),
    })
    .where(eq(delivery.id, row.id))
    .returning()
  return written ?? null
}

/**
 * Notes that a message found at the provider is this delivery's. False if another delivery has it: each belongs to
 * one, and two that look at once cannot both have it.
 */
export async function bindProviderId(
  db: Queryable,
  { id, channel }: Pick<DeliveryRow, 'id' | 'channel'>,
  providerId: string,
): Promise<boolean> {
  if (await isTaken(db, { id, channel }, providerId)) return false
  try {
    await db.update(delivery).set({ providerId }).where(eq(delivery.id, id))
    return true
  } catch (error) {
    if (await isTaken(db, { id, channel }, providerId)) return false
    throw error
  }
}

/**
 * True if another delivery of the channel to the same number was tried within a day and nobody knows what became of
 * it: a message found there may be its.
 */
export async function hasRival(
  db: Queryable,
  now: SQL,
  { id, channel, recipient }: Pick<DeliveryRow, 'id' | 'channel' | 'recipient'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, channel),
        eq(delivery.recipient, recipient),
        sql`${delivery.providerId} is null`,
        gt(delivery.attempts, 0),
        gt(delivery.updatedAt, sql`${now} - interval '1 day'`),
        ne(delivery.id, id),
      ),
    )
    .limit(1)
  return rows.length > 0
}

async function isTaken(
  db: Queryable,
  { id, channel }: Pick<DeliveryRow, 'id' | 'channel'>,
  providerId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.channel, channel), eq(delivery.providerId, providerId), ne(delivery.id, id)))
    .limit(1)
  return rows.length > 0
}
