import { and, asc, eq, getTableColumns, inArray, lt, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'

import {
  type AddedTo,
  after,
  delivery,
  type DeliveryRow,
  hasOpenAttempt,
  type Lane,
  lookedAtOnly,
  spentIfHandedOver,
  type Wait,
} from './delivery.schema.ts'

export interface Claim {
  channel: string
  lane: Lane
  worker: string
  leaseMs: number
  limit: number
}

/** `leftMs`: how long it is still worth sending, at the moment of the claim. */
export type ClaimedDelivery = DeliveryRow & { leftMs: number }

/**
 * Takes what is due, oldest first. SKIP LOCKED lets several processes claim side by side without waiting and without
 * taking the same row.
 */
export async function claimDeliveries(db: Queryable, now: SQL, claim: Claim): Promise<ClaimedDelivery[]> {
  const ready = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.channel, claim.channel),
        eq(delivery.lane, claim.lane),
        eq(delivery.state, 'QUEUED'),
        lte(delivery.dueAt, now),
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
      claimedAt: now,
      leaseUntil: after(now, claim.leaseMs),
      updatedAt: now,
    })
    .where(inArray(delivery.id, ready))
    .returning({
      ...getTableColumns(delivery),
      leftMs: sql<number>`(extract(epoch from ${delivery.giveUpAt} - ${now}) * 1000)::float8`,
    })
}

/**
 * Of these lanes those with something to do: a row that is due, or one whose lease ran out. Two look-ups for each, since
 * the subqueries end with the first row and are no joins.
 */
export async function dueLanes(db: Queryable, now: SQL, of: readonly AddedTo[]): Promise<AddedTo[]> {
  const { rows } = await db.execute<AddedTo & Record<string, unknown>>(dueLanesQuery(now, of))
  return rows
}

export const dueLanesQuery = (now: SQL, of: readonly AddedTo[]): SQL => sql`
  SELECT l.channel, l.lane
  FROM (VALUES ${sql.join(
    of.map(({ channel, lane }) => sql`(${channel}::text, ${lane}::text)`),
    sql`, `,
  )}) AS l (channel, lane)
  WHERE (SELECT true FROM delivery d
         WHERE d.channel = l.channel AND d.lane = l.lane AND d.state = 'QUEUED' AND d.due_at <= ${now}
         ORDER BY d.due_at LIMIT 1)
     OR (SELECT true FROM delivery d
         WHERE d.channel = l.channel AND d.lane = l.lane AND d.state = 'SENDING' AND d.lease_until < ${now}
         ORDER BY d.lease_until LIMIT 1)`

/**
 * Gives back what somebody took and did not finish within its lease: whoever that was is gone. `own`: what this
 * process still has under way, which it must not begin a second time.
 */
export async function requeueExpired(
  db: Queryable,
  now: SQL,
  { channel, lane, own }: { channel: string; lane: Lane; own: readonly number[] },
): Promise<void> {
  await db
    .update(delivery)
    .set({ state: 'QUEUED', claimedBy: null, leaseUntil: null, updatedAt: now })
    .where(
      and(
        eq(delivery.channel, channel),
        eq(delivery.lane, lane),
        eq(delivery.state, 'SENDING'),
        lt(delivery.leaseUntil, now),
        notInArray(delivery.id, [...own]),
      ),
    )
}

/** The claim that made the attempt: `attempts` is its fencing number. */
type Claimed = Pick<DeliveryRow, 'id' | 'attempts'>

/**
 * Writes what became of an attempt. Only the newest claim may, also after its lease ran out, as long as nobody else
 * took the row. False if the row has moved on: a receipt was faster, or somebody else has it.
 */
export async function writeVerdict(
  db: Queryable,
  now: SQL,
  claimed: Claimed,
  verdict: Exclude<Verdict, { wait: Wait }>,
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
      ...(again ? { dueAt: after(now, verdict.delayMs) } : { payload: null }),
      ...(verdict.state === 'SUPPRESSED' ? { spentAt: spentIfHandedOver } : {}),
      ...('isLook' in verdict && verdict.isLook === true ? lookedAtOnly : {}),
      ...('providerId' in verdict ? { providerId: verdict.providerId } : {}),
      ...('askInMs' in verdict ? { askAt: after(now, verdict.askInMs) } : {}),
    })
    .where(
      and(
        eq(delivery.id, claimed.id),
        inArray(delivery.state, ['SENDING', 'QUEUED']),
        eq(delivery.attempts, claimed.attempts),
        // A receipt may have ended this very attempt: then the row waits for the next one.
        lt(delivery.endedAttempts, claimed.attempts),
      ),
    )
    .returning({ id: delivery.id })
  return written.length > 0
}

/**
 * Gives back what was claimed and never handed to the provider, so that the next process takes it at once: no attempt, of which
 * no text has to be remembered.
 */
export async function releaseUnsent(db: Queryable, now: SQL, claimed: Claimed): Promise<void> {
  await db
    .update(delivery)
    .set({
      state: 'QUEUED',
      claimedBy: null,
      leaseUntil: null,
      endedAttempts: lookedAtOnly.endedAttempts,
      payload: sql`CASE WHEN ${delivery.kind} IS NULL OR ${hasOpenAttempt} THEN ${delivery.payload} END`,
      updatedAt: now,
    })
    .where(isClaim(claimed))
}

/**
 * As it was before this transaction claimed it, but for when it is due: a wait that is no attempt, and costs nothing.
 *
 * @param how `detail`: why, in place of nothing, or of `inPlaceOf`
 */
export async function giveBack(
  tx: Queryable,
  now: SQL,
  { id }: Claimed,
  { inMs, detail, inPlaceOf = [] }: { inMs: number; detail: string; inPlaceOf?: readonly string[] },
): Promise<void> {
  await tx
    .update(delivery)
    .set({
      state: 'QUEUED',
      attempts: sql`${delivery.attempts} - 1`,
      claimedBy: null,
      leaseUntil: null,
      dueAt: after(now, inMs),
      // Why an attempt failed matters to the next one.
      detail: sql`CASE WHEN ${delivery.detail} IS NULL OR ${delivery.detail} = ANY (${sql.param([...inPlaceOf])}::text[]) THEN ${detail}::text ELSE ${delivery.detail} END`,
      updatedAt: now,
    })
    .where(eq(delivery.id, id))
}

/** Keeps what is about to be sent; false if the row has moved on, and nothing may be sent under this claim. */
export async function keepPayload(db: Queryable, claimed: Claimed, payload: Buffer): Promise<boolean> {
  const kept = await db
    .update(delivery)
    .set({ payload })
    .where(isClaim(claimed))
    .returning({ id: delivery.id })
  return kept.length > 0
}

/** The row, as long as it is this claim's. */
export const isClaim = ({ id, attempts }: Claimed) =>
  and(eq(delivery.id, id), eq(delivery.state, 'SENDING'), eq(delivery.attempts, attempts))

/** Lets leases of a channel end within `ms`, where nobody else can be alive to send under them. */
export async function shortenLeases(db: Queryable, now: SQL, channel: string, ms: number): Promise<void> {
  await db
    .update(delivery)
    .set({ leaseUntil: sql`least(${delivery.leaseUntil}, ${after(now, ms)})` })
    .where(and(eq(delivery.channel, channel), eq(delivery.state, 'SENDING')))
}

export type Verdict =
  | { state: 'SENT' | 'DELIVERED'; providerId: string | null; detail: null; askInMs?: number }
  /** `isLook`: nothing was handed to the provider. */
  | { state: 'QUEUED'; delayMs: number; detail: string; isLook?: true }
  /** Until the quiet hours of its reader are over. */
  | { state: 'QUEUED'; wait: Wait; detail: string }
  /** `isStale`: what was to be said was over, or older than its use, and is said another way. */
  | { state: 'FAILED' | 'SUPPRESSED'; detail: string; isStale?: boolean; isLook?: true }
