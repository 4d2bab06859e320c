import { and, asc, eq, getTableColumns, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type DeliveryRow, delivery, deliveryAlso } from './delivery.schema.ts'
import type { Lane } from './lane.ts'
import type { Verdict } from './retry.policy.ts'

// Every `now` here is the database's clock, `db.now()`: rows are written by one process and judged by another.

/** `now` moved by milliseconds. */
const after = (now: SQL, ms: number | SQL): SQL => sql`${now} + make_interval(secs => ${ms}::float8 / 1000)`

/** Takes an id before the row exists, since the payload is sealed for it. */
export async function nextDeliveryId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT nextval(pg_get_serial_sequence('delivery', 'id'))::text AS id`,
  )
  const id = Number(rows[0]?.id)
  if (!Number.isSafeInteger(id)) throw new Error('the delivery sequence gave no id')
  return id
}

type NewRow = Omit<
  typeof delivery.$inferInsert,
  'attempts' | 'dueAt' | 'giveUpAt' | 'createdAt' | 'updatedAt' | 'spentAt'
> & { usefulForMs: number; isSpent: boolean }

/** Adds a row, due at once, unless its dedupe key is there already. */
export async function insertDelivery(tx: Tx, now: SQL, row: NewRow): Promise<void> {
  const { usefulForMs, isSpent, ...columns } = row
  await tx
    .insert(delivery)
    .values({
      ...columns,
      attempts: 0,
      dueAt: now,
      giveUpAt: after(now, usefulForMs),
      spentAt: isSpent ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: delivery.dedupeKey })
}

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
      leaseUntil: after(now, claim.leaseMs),
      updatedAt: now,
    })
    .where(inArray(delivery.id, ready))
    .returning({
      ...getTableColumns(delivery),
      leftMs: sql<number>`(extract(epoch from ${delivery.giveUpAt} - ${now}) * 1000)::float8`,
    })
}

/** Gives back what somebody took and did not finish within its lease: whoever that was is gone. */
export async function requeueExpired(db: Queryable, now: SQL, channel: string, lane: Lane): Promise<void> {
  await db
    .update(delivery)
    .set({ state: 'QUEUED', claimedBy: null, leaseUntil: null, updatedAt: now })
    .where(
      and(
        eq(delivery.channel, channel),
        eq(delivery.lane, lane),
        eq(delivery.state, 'SENDING'),
        lt(delivery.leaseUntil, now),
      ),
    )
}

/** The claim that made the attempt: `attempts` is its fencing number. */
export type Claimed = Pick<DeliveryRow, 'id' | 'attempts'>

/**
 * Writes what became of an attempt. Only the newest claim may, also after its lease ran out, as long as nobody else
 * took the row. False if the row has moved on: a receipt was faster, or somebody else has it.
 */
export async function settleDelivery(
  db: Queryable,
  now: SQL,
  claimed: Claimed,
  verdict: Verdict,
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

/** Gives back what was claimed and never handed to the provider, so that the next process takes it at once. */
export async function releaseUnsent(db: Queryable, now: SQL, claimed: readonly Claimed[]): Promise<void> {
  for (const { id, attempts } of claimed) {
    await db
      .update(delivery)
      .set({ state: 'QUEUED', claimedBy: null, leaseUntil: null, updatedAt: now })
      .where(and(eq(delivery.id, id), eq(delivery.state, 'SENDING'), eq(delivery.attempts, attempts)))
  }
}

/** Lets leases of a channel end within `ms`, where nobody else can be alive to send under them. */
export async function shortenLeases(db: Queryable, now: SQL, channel: string, ms: number): Promise<void> {
  await db
    .update(delivery)
    .set({ leaseUntil: sql`least(${delivery.leaseUntil}, ${after(now, ms)})` })
    .where(and(eq(delivery.channel, channel), eq(delivery.state, 'SENDING')))
}

/** Forgets account mails that ended longer than `ms` ago; alerts stay, the history shows them. */
export async function forgetAccountDeliveries(db: Queryable, now: SQL, ms: number): Promise<void> {
  await db
    .delete(delivery)
    .where(
      and(
        eq(delivery.purpose, 'account'),
        inArray(delivery.state, ['SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED']),
        lt(delivery.updatedAt, after(now, -ms)),
      ),
    )
}

/** Forgets what was about something that happened, longer than `ms` ago, once it has ended. */
export async function forgetAlertDeliveries(db: Queryable, now: SQL, ms: number): Promise<void> {
  await db
    .delete(delivery)
    .where(
      and(
        eq(delivery.purpose, 'alert'),
        inArray(delivery.state, ['SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED']),
        lt(delivery.createdAt, after(now, -ms)),
      ),
    )
}

/** A message, once for each thing that it is about. */
export type DeliveryAbout = DeliveryRow & { about: string }

/** What became of the messages to a user about some things that happened, oldest first. */
export function deliveriesAbout(
  db: Queryable,
  { userId, ...of }: { userId: number; kind: string; references: readonly string[] },
): Promise<DeliveryAbout[]> {
  return deliveriesOfUsers(db, { ...of, userIds: [userId] })
}

/** Of several users at once. */
export async function deliveriesOfUsers(
  db: Queryable,
  { userIds, kind, references }: { userIds: readonly number[]; kind: string; references: readonly string[] },
): Promise<DeliveryAbout[]> {
  if (references.length === 0 || userIds.length === 0) return []
  const isOwn = and(inArray(delivery.userId, [...userIds]), eq(delivery.kind, kind))
  const firsts = await db
    .select()
    .from(delivery)
    .where(and(isOwn, inArray(delivery.reference, [...references])))
  const others = await db
    .select({ ...getTableColumns(delivery), about: deliveryAlso.reference })
    .from(deliveryAlso)
    .innerJoin(delivery, eq(delivery.id, deliveryAlso.deliveryId))
    .where(and(isOwn, inArray(deliveryAlso.reference, [...references])))
  const all = [...firsts.map((row) => ({ ...row, about: row.reference ?? '' })), ...others]
  return all.sort((a, b) => a.id - b.id)
}
