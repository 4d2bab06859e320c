import { and, arrayContains, eq, getTableColumns, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

import { delivery, type DeliveryRow, sourcesOf } from './delivery.schema.ts'
import type { Awaited } from './new-delivery.ts'

export type ReceiptTarget = { deliveryId: number } | { channel: string; providerId: string }

/** What a provider reports later about a message. `providerId`: its own name for it, where the receipt says so. */
export interface Receipt {
  /** `UNANSWERED`: nobody took the call. `KEYLESS`: somebody or a voicemail took one that asks for a key, and it is over. */
  state: 'SENT' | 'DELIVERED' | 'FAILED' | 'UNANSWERED' | 'KEYLESS'
  detail: string | null
  providerId?: string
  /** Somebody has pressed a key: what follows from it is still being said. */
  isSpeaking?: true
}

/** What a row waits for, as whoever owns its kind says. */
export type Awaits = (tx: Tx, row: DeliveryRow) => Promise<Awaited>
const nothingAwaited: Awaited = { isAwaited: false, leftMs: null }

/** How long after a call that nobody took it is made again: twice, then never. */
const pausesMs = [2 * 60_000, 5 * 60_000]
/** However little time is left: a phone that was busy a moment ago still is, and whom it has woken has not got up yet. */
const shortestPausesMs = [20_000, 60_000]
/** Of the time that is left, a pause takes no more than one in so many: there are several calls, and each rings for a minute. */
const ofTimeLeft = [16, 8]

/** So many calls are one round. */
export const callsOfRound = pausesMs.length + 1
/** Of the time that was left when the first call was made, so much is left when one more is made after the round (D337). */
const furtherAt = [1 / 2, 1 / 8]
/** Not within a minute of the call before it (E408). */
const furtherLeastMs = 60_000

/**
 * The pause before the next call, or null where there is none (D22, D277, D337).
 * @param unanswered how many were not taken so far, the last one counted
 * @param leftMs how long it is still worth calling
 * @param untilMs how long there is until what the call warns of; null: that is not known
 * @param sinceMs since the first call; null: after the round there is no other one
 */
export function callAgainInMs(
  unanswered: number,
  leftMs: number,
  untilMs: number | null = null,
  sinceMs: number | null = null,
): number | null {
  const pause = unanswered >= callsOfRound ? furtherInMs(untilMs, sinceMs) : pauseInRound(unanswered, untilMs)
  return pause === null || pause > leftMs ? null : pause
}

function furtherInMs(untilMs: number | null, sinceMs: number | null): number | null {
  if (untilMs === null || sinceMs === null) return null
  const pauses = furtherAt.map((part) => untilMs - (untilMs + sinceMs) * part)
  return pauses.find((ms) => ms >= furtherLeastMs) ?? null
}

function pauseInRound(unanswered: number, untilMs: number | null): number | null {
  const [usual, least, parts] = [pausesMs, shortestPausesMs, ofTimeLeft].map((of) => of[unanswered - 1])
  if (usual === undefined || least === undefined || parts === undefined) return null
  return untilMs === null ? usual : Math.min(usual, Math.max(least, untilMs / parts))
}

/** Applies a provider's receipt; gives the row as it is then, null if none is in a state that takes it. */
export async function applyReceipt(
  tx: Tx,
  now: SQL,
  target: ReceiptTarget,
  receipt: Receipt,
  awaits?: Awaits,
): Promise<DeliveryRow | null> {
  const { state, providerId } = receipt
  const which =
    'deliveryId' in target
      ? eq(delivery.id, target.deliveryId)
      : and(eq(delivery.channel, target.channel), eq(delivery.providerId, target.providerId))
  const isInVain = state === 'UNANSWERED' || state === 'KEYLESS'
  const sources = sourcesOf(isInVain ? 'FAILED' : state)
  const [row] = await tx
    .select({ ...getTableColumns(delivery), leftMs: leftMs(now), sinceMs: sinceFirstCallMs(now) })
    .from(delivery)
    .where(and(which, inArray(delivery.state, sources), gt(delivery.attempts, 0)))
    .for('update')
  if (!row || isOfAnother(row, receipt)) return null
  const free = providerId !== undefined && !(await isTaken(tx, row, providerId))
  const known = row.providerId ?? (free ? providerId : null)
  const awaited = isInVain && awaits ? await awaits(tx, row) : nothingAwaited
  const [written] = await tx
    .update(delivery)
    .set({
      ...afterReceipt(now, row, { receipt, known, awaited }),
      ...(state === 'KEYLESS' ? { liftedAt: now } : {}),
      payload: null,
      claimedBy: null,
      leaseUntil: null,
      // What was sent was sent then, whenever its provider says what became of it (D279).
      updatedAt: row.state === 'SENT' ? row.updatedAt : now,
    })
    .where(eq(delivery.id, row.id))
    .returning()
  return written ?? null
}

const leftMs = (now: SQL) => sql<number>`(extract(epoch from ${delivery.giveUpAt} - ${now}) * 1000)::float8`
/** Since a call was made for the first time. */
export const sinceFirstCallMs = (now: SQL) => sql<number>`
  (extract(epoch from ${now} - coalesce(${delivery.spentAt}, ${delivery.createdAt})) * 1000)::float8`
/** It was made in vain as often as a round has calls, and is made once more later. */
export const hasRoundBehind = ({ state, endedIds }: Pick<DeliveryRow, 'state' | 'endedIds'>) =>
  state === 'QUEUED' && endedIds.length >= callsOfRound
const inMs = (now: SQL, ms: number) => sql`${now} + make_interval(secs => ${ms}::float8 / 1000)`

/** True for what is reported late of a call that is over, and for one of two calls that are under way that nobody took. */
function isOfAnother(row: DeliveryRow, { state, providerId }: Receipt): boolean {
  if (providerId === undefined) return false
  if (row.endedIds.includes(providerId)) return true
  return (
    (state === 'UNANSWERED' || state === 'KEYLESS') &&
    row.providerId !== null &&
    row.providerId !== providerId
  )
}

/** A call in vain is made again (D22, D276), where its text can be composed once more. */
function afterReceipt(
  now: SQL,
  row: DeliveryRow & { leftMs: number; sinceMs: number },
  {
    receipt: { state, detail, isSpeaking },
    known,
    awaited: { isAwaited, leftMs, isCalledFurther },
  }: { receipt: Receipt; known: string | null; awaited: Awaited },
) {
  const underWayMs = state === 'SENT' ? firstAskMs : isSpeaking === true ? farewellMs : null
  const received = { detail, providerId: known, askAt: underWayMs === null ? null : inMs(now, underWayMs) }
  // Of what waits for no answer, or has one, it is enough that somebody took the call.
  if (state === 'KEYLESS' && !isAwaited) return { ...received, detail: null, state: 'DELIVERED' as const }
  if (state !== 'UNANSWERED' && state !== 'KEYLESS') return { ...received, state }
  const sinceMs = isAwaited && isCalledFurther === true ? row.sinceMs : null
  const pause = row.kind === null ? null : callAgainInMs(row.endedIds.length + 1, row.leftMs, leftMs, sinceMs)
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

/**
 * A call whose reader pressed a key is DELIVERED before it is over, and its number is free when the provider reports that it is
 * (D310).
 */
export async function freeLine(tx: Tx, target: ReceiptTarget, { state, providerId }: Receipt): Promise<void> {
  if (state === 'SENT' || !('deliveryId' in target)) return
  const isIt = and(eq(delivery.id, target.deliveryId), eq(delivery.state, 'DELIVERED'))
  const isThisCall = providerId === undefined ? undefined : eq(delivery.providerId, providerId)
  await tx
    .update(delivery)
    .set({ askAt: null })
    .where(and(isIt, isThisCall, sql`${delivery.askAt} IS NOT NULL`))
}

/** How long a call goes on at most after a key. */
const farewellMs = 30_000

/** How long a receipt is waited for before the provider is asked. */
export const firstAskMs = 2 * 60_000
