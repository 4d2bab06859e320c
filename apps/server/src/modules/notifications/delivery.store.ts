import { and, asc, eq, inArray, lt, lte, min, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type DeliveryRow, delivery } from './delivery.schema.ts'
import { sourcesOf } from './delivery-state.policy.ts'
import type { Verdict } from './retry.policy.ts'

/** Takes an id before the row exists, since the payload is sealed for it. */
export async function nextDeliveryId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT nextval(pg_get_serial_sequence('delivery', 'id'))::text AS id`,
  )
  const id = Number(rows[0]?.id)
  if (!Number.isSafeInteger(id)) throw new Error('the delivery sequence gave no id')
  return id
}

/** Adds a row unless its dedupe key is there already; true if it was added. */
export async function insertDelivery(tx: Tx, row: typeof delivery.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(delivery)
    .values(row)
    .onConflictDoNothing({ target: delivery.dedupeKey })
    .returning({ id: delivery.id })
  return added.length > 0
}

export interface Claim {
  channel: string
  worker: string
  now: Date
  leaseUntil: Date
  limit: number
}

/**
 * Takes what is due, and what another dispatcher took and did not finish within its lease. SKIP LOCKED lets several
 * processes claim side by side without waiting and without taking the same row.
 */
export async function claimDeliveries(db: Queryable, claim: Claim): Promise<DeliveryRow[]> {
  const ready = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, claim.channel),
        or(
          and(eq(delivery.state, 'QUEUED'), lte(delivery.dueAt, claim.now)),
          and(eq(delivery.state, 'SENDING'), lt(delivery.leaseUntil, claim.now)),
        ),
      ),
    )
    .orderBy(asc(delivery.dueAt), asc(delivery.id))
    .limit(claim.limit)
    .for('update', { skipLocked: true })
  return db
    .update(delivery)
    .set({
      state: 'SENDING',
      attempts: sql`${delivery.attempts} + 1`,
      claimedBy: claim.worker,
      leaseUntil: claim.leaseUntil,
      updatedAt: claim.now,
    })
    .where(inArray(delivery.id, ready))
    .returning()
}

/**
 * Writes what became of an attempt. Only the claim that made the attempt may: `attempts` is its fencing number.
 * False if the row has moved on (a receipt was faster, or the lease ran out and somebody else has it).
 */
export async function settleDelivery(
  db: Queryable,
  claimed: Pick<DeliveryRow, 'id' | 'attempts' | 'dueAt'>,
  verdict: Verdict,
  now: Date,
): Promise<boolean> {
  const again = verdict.state === 'QUEUED'
  const written = await db
    .update(delivery)
    .set({
      state: verdict.state,
      detail: verdict.detail,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: now,
      ...(again ? { dueAt: new Date(verdict.dueAt) } : { payload: null }),
      ...('providerId' in verdict ? { providerId: verdict.providerId } : {}),
    })
    .where(
      and(
        eq(delivery.id, claimed.id),
        eq(delivery.state, 'SENDING'),
        eq(delivery.attempts, claimed.attempts),
      ),
    )
    .returning({ id: delivery.id })
  return written.length > 0
}

/** Ends leases at once: of one worker that stops, or of everybody where nobody else can be alive. */
export async function releaseLeases(db: Queryable, now: Date, worker: string | null): Promise<void> {
  await db
    .update(delivery)
    .set({ leaseUntil: new Date(now.getTime() - 1) })
    .where(and(eq(delivery.state, 'SENDING'), worker === null ? undefined : eq(delivery.claimedBy, worker)))
}

export type ReceiptTarget = { deliveryId: number } | { channel: string; providerId: string }

/** Applies a provider's receipt; gives the row as it is then, null if none is in a state that takes it. */
export async function applyReceipt(
  db: Queryable,
  target: ReceiptTarget,
  state: 'DELIVERED' | 'FAILED',
  detail: string | null,
  now: Date,
): Promise<DeliveryRow | null> {
  const which =
    'deliveryId' in target
      ? eq(delivery.id, target.deliveryId)
      : and(eq(delivery.channel, target.channel), eq(delivery.providerId, target.providerId))
  const [written] = await db
    .update(delivery)
    .set({ state, detail, payload: null, claimedBy: null, leaseUntil: null, updatedAt: now })
    .where(and(which, inArray(delivery.state, sourcesOf(state))))
    .returning()
  return written ?? null
}

/** True if another delivery of the channel has this message of the provider. */
export async function isProviderIdTaken(
  db: Queryable,
  channel: string,
  providerId: string,
  deliveryId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, channel),
        eq(delivery.providerId, providerId),
        sql`${delivery.id} <> ${deliveryId}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** How many wait or are under way, per channel, and since when the oldest does. */
export async function queueFigures(
  db: Queryable,
): Promise<{ channel: string; depth: number; oldest: Date | null }[]> {
  return db
    .select({
      channel: delivery.channel,
      depth: sql<number>`count(*)::int`,
      oldest: min(delivery.createdAt),
    })
    .from(delivery)
    .where(inArray(delivery.state, ['QUEUED', 'SENDING']))
    .groupBy(delivery.channel)
}

/** Forgets account mails that ended before `before`; alerts stay, the history shows them. */
export async function forgetAccountDeliveries(db: Queryable, before: Date): Promise<number> {
  const gone = await db
    .delete(delivery)
    .where(
      and(
        eq(delivery.purpose, 'account'),
        inArray(delivery.state, ['SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED']),
        lt(delivery.updatedAt, before),
      ),
    )
    .returning({ id: delivery.id })
  return gone.length
}
