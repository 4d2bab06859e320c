import { and, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { after, delivery, type DeliveryRow, type Wait } from './delivery.schema.ts'
import { isClaim, writeVerdict } from './delivery.store.ts'
import { referencesOf } from './history.store.ts'

/** What waits is worth sending for as long after its end. */
const usefulForMs = 24 * 3_600_000
/** As its reader's history says it, where whoever lets it wait gives no other reason. */
export const waitDetail = 'quiet_hours'
export const overDetail = 'ended_in_quiet_hours'
export const toldDetail = 'told_already'
export const seenDetail = 'acknowledged'
export const outdatedDetail = 'nothing to say any more'
/** It was looked at, and is again in a moment. */
export const earlyDetail = 'what happened since is still being read'
/** Of a call: all that it was about is over (D331). */
export const callOverDetail = 'over'

/**
 * Lets a claimed row wait, for the end of its reader's quiet hours (D163) or since it comes and goes (E252): as a part of what waits there already for the
 * same contact, or by itself. What may have been sent by an earlier attempt stays by itself, so that its provider knows it
 * again. False if the row has moved on.
 */
export async function letWait(
  tx: Tx,
  now: SQL,
  row: DeliveryRow,
  { untilMs, beside, detail }: Wait,
): Promise<boolean> {
  // Two rows that begin to wait at once would not see each other.
  if (row.userId !== null) await takeLock(tx, 'waiting', row.userId)
  const isUntouched = row.payload === null && row.endedIds.length === 0
  const open = isUntouched ? await openBeside(tx, now, row, beside) : null
  const until = sql`to_timestamp(${untilMs}::float8 / 1000)`
  if (open !== null) return joinOpen(tx, row, open, until)
  const waiting = await tx
    .update(delivery)
    .set({
      state: 'QUEUED',
      detail,
      dueAt: until,
      waitsUntil: until,
      waitsBeside: beside,
      gathersUntil: sql`greatest(${delivery.gathersUntil}, ${now})`,
      giveUpAt: sql`greatest(${delivery.giveUpAt}, ${after(until, usefulForMs)})`,
      claimedBy: null,
      leaseUntil: null,
      // What was not sent costs nothing, and was no attempt that a provider could know of.
      ...(isUntouched ? { spentAt: null, endedAttempts: delivery.attempts } : {}),
      updatedAt: now,
    })
    .where(isClaim(row))
    .returning({ id: delivery.id })
  return waiting.length > 0
}

/** What waits already for the same contact; locked until the transaction ends. */
async function openBeside(tx: Tx, now: SQL, row: DeliveryRow, beside: string): Promise<number | null> {
  const [open] = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        sql`${delivery.userId} = ${row.userId} AND ${delivery.kind} = ${row.kind} AND ${delivery.payload} IS NULL`,
        eq(delivery.channel, row.channel),
        eq(delivery.recipient, row.recipient),
        eq(delivery.state, 'QUEUED'),
        eq(delivery.waitsBeside, beside),
        gt(delivery.waitsUntil, now),
        sql`${delivery.endedIds} = '{}' AND ${delivery.id} <> ${row.id}`,
      ),
    )
    .limit(1)
    .for('update')
  return open?.id ?? null
}

async function joinOpen(tx: Tx, row: DeliveryRow, open: number, until: SQL): Promise<boolean> {
  const references = await referencesOf(tx, row)
  const gone = await tx.delete(delivery).where(isClaim(row)).returning({ id: delivery.id })
  if (gone.length === 0) return false
  await tx.execute(sql`
    INSERT INTO delivery_also (delivery_id, reference)
    SELECT ${open}::bigint, reference FROM unnest(${sql.param(references)}::text[]) AS reference
    ON CONFLICT DO NOTHING`)
  // Of what waits for different times the first counts.
  await tx
    .update(delivery)
    .set({
      dueAt: sql`least(${delivery.dueAt}, ${until})`,
      waitsUntil: sql`least(${delivery.waitsUntil}, ${until})`,
      ...(row.lane === 'critical' ? { lane: 'critical' } : {}),
    })
    .where(eq(delivery.id, open))
  return true
}

/**
 * Takes out of a claimed row what is not to be told of it, with a row of its own for the record. Where nothing is left, the
 * row is one of those. False if the row has moved on.
 *
 * @param unsaid why, by the reference
 */
export async function leaveOut(
  tx: Tx,
  now: SQL,
  row: DeliveryRow,
  unsaid: ReadonlyMap<string, string>,
): Promise<boolean> {
  const all = await referencesOf(tx, row)
  const left = all.filter((reference) => !unsaid.has(reference))
  const first = await nameOf(tx, row, left, all)
  const kept = await tx
    .update(delivery)
    .set({ reference: first })
    .where(isClaim(row))
    .returning({ id: delivery.id })
  if (kept.length === 0) return false
  const others = [...unsaid].filter(([reference]) => reference !== first)
  const list = sql.param(others.map(([reference]) => reference))
  const details = sql.param(others.map(([, detail]) => detail))
  await tx.execute(sql`
    DELETE FROM delivery_also WHERE delivery_id = ${row.id} AND reference = ANY (${list}::text[] || ${first}::text)`)
  await tx.execute(sql`
    INSERT INTO delivery (channel, lane, purpose, user_id, recipient, language, kind, reference, state, detail,
                          due_at, give_up_at, created_at, updated_at)
    SELECT channel, lane, purpose, user_id, recipient, language, kind, o.reference, 'SUPPRESSED', o.detail,
           due_at, give_up_at, created_at, ${now}
    FROM delivery CROSS JOIN unnest(${list}::text[], ${details}::text[]) AS o (reference, detail) WHERE id = ${row.id}
    ON CONFLICT (user_id, reference, kind, channel, recipient) WHERE reference IS NOT NULL DO NOTHING`)
  const detail = left.length > 0 ? undefined : unsaid.get(first)
  return detail === undefined || writeVerdict(tx, now, row, { state: 'SUPPRESSED', detail })
}

/**
 * What a row is named after once others are taken out: of what is left one that names no other row. What a call has taken in (E406) keeps
 * the row that it had, so where nothing else is left the row keeps its name.
 */
async function nameOf(
  tx: Tx,
  { id, userId, kind, channel, recipient, reference }: DeliveryRow,
  left: readonly string[],
  all: readonly string[],
): Promise<string> {
  const [own = reference] = left.length > 0 ? left : all
  if (own === null) throw new Error('a message is about something')
  if (left.length === 0 || own === reference || userId === null) return own
  const named = await tx
    .select({ reference: delivery.reference })
    .from(delivery)
    .where(
      and(
        ne(delivery.id, id),
        eq(delivery.userId, userId),
        eq(delivery.channel, channel),
        eq(delivery.recipient, recipient),
        kind === null ? isNull(delivery.kind) : eq(delivery.kind, kind),
        inArray(delivery.reference, [...left]),
      ),
    )
  const taken = new Set(named.map((one) => one.reference))
  return left.find((one) => !taken.has(one)) ?? reference ?? own
}

/** Lets everything of a user that waits be looked at again: it waits on, or is told. */
export async function releaseWaiting(orm: Queryable, now: SQL, userId: number): Promise<void> {
  const waiting = orm
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.userId, userId), eq(delivery.state, 'QUEUED'), isNotNull(delivery.waitsUntil)))
    .for('update')
  await orm
    .update(delivery)
    .set({
      dueAt: sql`least(${delivery.dueAt}, ${now})`,
      waitsUntil: sql`least(${delivery.waitsUntil}, ${now})`,
    })
    .where(inArray(delivery.id, waiting))
}

/**
 * Ends calls that wait, whether for the first time or to be made again, about nothing but what is over (D331): in the transaction that
 * decides that, so that nobody is shown a call that is still to come. What rang in vain keeps that beside. One whose outcome nobody
 * knows and that is due is left to who asks for it. Gives what they were about.
 *
 * @param of `kinds`: which calls; `isNamed`: whether a reference is of what has changed; `isOver`: whether it is over
 */
export async function endCallsOfOver(
  orm: Queryable,
  now: SQL,
  of: {
    kinds: readonly string[]
    isNamed(this: void, reference: SQL): SQL
    isOver(this: void, reference: SQL): SQL
  },
): Promise<string[]> {
  const { rows } = await orm.execute<{ reference: string }>(sql`
    WITH ended AS (
      UPDATE delivery d
      SET state = 'SUPPRESSED', payload = NULL, updated_at = ${now},
          spent_at = CASE WHEN ${wasAttempted} THEN d.spent_at END,
          detail = CASE WHEN ${wasAttempted} AND d.detail LIKE '%: %' AND NOT starts_with(d.detail, 'waiting:')
                        THEN d.detail || '; ' || ${callOverDetail} ELSE ${callOverDetail} END
      WHERE d.channel = 'voice' AND d.state = 'QUEUED' AND (d.attempts = d.ended_attempts OR d.due_at > ${now})
        AND d.kind = ANY (${sql.param([...of.kinds])}::text[]) AND ${ofAny(of.isNamed)}
        AND NOT ${ofAny((reference) => sql`NOT ${of.isOver(reference)}`)}
      RETURNING d.id, d.reference)
    SELECT reference FROM ended WHERE reference IS NOT NULL
    UNION SELECT o.reference FROM ended JOIN delivery_also o ON o.delivery_id = ended.id`)
  return rows.map(({ reference }) => reference)
}

/** Of a delivery `d` that waits: it was handed over before. */
const wasAttempted = sql`(d.ended_ids <> '{}' OR d.attempts > d.ended_attempts)`

/** Whether that holds of any reference of a delivery `d`. */
const ofAny = (holds: (reference: SQL) => SQL) => sql`(
  ${holds(sql`d.reference`)}
  OR EXISTS (SELECT FROM delivery_also o WHERE o.delivery_id = d.id AND ${holds(sql`o.reference`)}))`

/**
 * Lets calls of which nothing is left to say be looked at now instead of when they would be made (again): those that nobody took
 * would say that they are about to ring, and those that wait since it comes and goes that they will.
 *
 * @param of `kinds`: which calls; `isNamed`: whether a reference is of what has changed; `isOpen`: whether there is still
 * something to say of a reference to a user
 */
export async function lookAgainAtCalls(
  orm: Queryable,
  now: SQL,
  of: {
    kinds: readonly string[]
    isNamed(this: void, reference: SQL): SQL
    isOpen(this: void, reference: SQL, userId: SQL): SQL
  },
): Promise<void> {
  await orm.execute(sql`
    UPDATE delivery d
    SET due_at = ${now}, waits_until = CASE WHEN d.waits_until > ${now} THEN ${now} ELSE d.waits_until END
    WHERE d.channel = 'voice' AND d.state = 'QUEUED' AND d.due_at > ${now}
      AND (d.ended_ids <> '{}' OR d.waits_until > ${now} AND d.detail IS DISTINCT FROM ${waitDetail})
      AND d.kind = ANY (${sql.param([...of.kinds])}::text[]) AND ${ofAny(of.isNamed)}
      AND NOT ${ofAny((reference) => of.isOpen(reference, sql`d.user_id`))}`)
}
