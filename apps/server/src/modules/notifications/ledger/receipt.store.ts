import { and, arrayContains, eq, getTableColumns, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

import { delivery, type DeliveryRow, sourcesOf } from './delivery.schema.ts'

export type ReceiptTarget = { deliveryId: number } | { channel: string; providerId: string }

/** What a provider reports later about a message. `providerId`: its own name for it, where the receipt says so. */
export interface Receipt {
  /** `UNANSWERED`: nobody took the call. */
  state: 'SENT' | 'DELIVERED' | 'FAILED' | 'UNANSWERED'
  detail: string | null
  providerId?: string
}

/** How long after a call that nobody took it is made again: twice, then never. */
const pausesMs = [2 * 60_000, 5 * 60_000]

/**
 * The pause before the next call, or null where there is none (D22).
 * @param unanswered how many were not taken so far, the last one counted
 * @param leftMs how long it is still worth calling
 */
export function callAgainInMs(unanswered: number, leftMs: number): number | null {
  const pause = pausesMs[unanswered - 1]
  return pause === undefined || pause > leftMs ? null : pause
}

/** Applies a provider's receipt; gives the row as it is then, null if none is in a state that takes it. */
export async function applyReceipt(
  tx: Tx,
  now: SQL,
  target: ReceiptTarget,
  receipt: Receipt,
): Promise<DeliveryRow | null> {
  const { state, providerId } = receipt
  const which =
    'deliveryId' in target
      ? eq(delivery.id, target.deliveryId)
      : and(eq(delivery.channel, target.channel), eq(delivery.providerId, target.providerId))
  const sources = sourcesOf(state === 'UNANSWERED' ? 'FAILED' : state)
  const [row] = await tx
    .select({ ...getTableColumns(delivery), leftMs: leftMs(now) })
    .from(delivery)
    .where(and(which, inArray(delivery.state, sources), gt(delivery.attempts, 0)))
    .for('update')
  if (!row || isOfAnother(row, receipt)) return null
  const free = providerId !== undefined && !(await isTaken(tx, row, providerId))
  const known = row.providerId ?? (free ? providerId : null)
  const [written] = await tx
    .update(delivery)
    .set({
      ...afterReceipt(now, row, receipt, known),
      payload: null,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(eq(delivery.id, row.id))
    .returning()
  return written ?? null
}

const leftMs = (now: SQL) => sql<number>`(extract(epoch from ${delivery.giveUpAt} - ${now}) * 1000)::float8`
const inMs = (now: SQL, ms: number) => sql`${now} + make_interval(secs => ${ms}::float8 / 1000)`

/** True for what is reported late of a call that is over, and for one of two calls that are under way that nobody took. */
function isOfAnother(row: DeliveryRow, { state, providerId }: Receipt): boolean {
  if (providerId === undefined) return false
  if (row.endedIds.includes(providerId)) return true
  return state === 'UNANSWERED' && row.providerId !== null && row.providerId !== providerId
}

/** A call that nobody took is made again (D22), where its text can be composed once more. */
function afterReceipt(
  now: SQL,
  row: DeliveryRow & { leftMs: number },
  { state, detail }: Receipt,
  known: string | null,
) {
  const received = { detail, providerId: known, askAt: state === 'SENT' ? inMs(now, firstAskMs) : null }
  if (state !== 'UNANSWERED') return { ...received, state }
  const pause = row.kind === null ? null : callAgainInMs(row.endedIds.length + 1, row.leftMs)
  if (pause === null) return { ...received, state: 'FAILED' as const }
  return {
    state: 'QUEUED' as const,
    detail,
    dueAt: inMs(now, pause),
    providerId: null,
    askAt: null,
    asks: 0,
    endedIds: [...row.endedIds, known ?? ''],
    endedAttempts: row.attempts,
  }
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
  of: Pick<DeliveryRow, 'id' | 'channel' | 'recipient'>,
): Promise<boolean> {
  return (await rivals(db, now, of)).length > 0
}

export const rivals = (
  db: Queryable,
  now: SQL,
  { id, channel, recipient }: Pick<DeliveryRow, 'id' | 'channel' | 'recipient'>,
) =>
  db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, channel),
        eq(delivery.recipient, recipient),
        sql`${delivery.providerId} is null`,
        // As the index `delivery_unknown` says it, so that it can be used.
        sql`${delivery.attempts} > 0`,
        gt(delivery.attempts, delivery.endedAttempts),
        gt(delivery.updatedAt, sql`${now} - interval '1 day'`),
        ne(delivery.id, id),
      ),
    )
    .limit(1)

/** A call that nobody took is over: it is nobody's any more, not even its own delivery's. */
const isEnded = (providerId: string) =>
  and(sql`${delivery.endedIds} <> '{}'`, arrayContains(delivery.endedIds, [providerId]))

async function isTaken(
  db: Queryable,
  { id, channel }: Pick<DeliveryRow, 'id' | 'channel'>,
  providerId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, channel),
        or(and(eq(delivery.providerId, providerId), ne(delivery.id, id)), isEnded(providerId)),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** How long a receipt is waited for before the provider is asked. */
export const firstAskMs = 2 * 60_000
