import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { isOfContact, type RowOfMoment } from './along.store.ts'
import { closedAt } from './enqueue.store.ts'
import { earlyDetail, toldDetail } from './waiting.store.ts'

/** A call that waits for the same phone as one that is about to be made. */
export interface WaitingCall {
  id: number
  kind: string
  references: string[]
  /** It was made in vain, and would be made again. */
  wasMade: boolean
}

/** What is due so soon waits for the line alone. */
const dueMs = 3_000
/** Behind a call that is made again: what is looked at again, or gathers as in a storm, for no longer than this. */
const dueBehindMs = 16_000

const isMine = (row: RowOfMoment) =>
  sql`${isOfContact(row)} AND d.reference = ${row.reference} AND d.state = 'SENDING' AND d.payload IS NULL`

/**
 * Calls of these kinds to the same contact that wait beside the one of `row`, which is being made: those that are due, and those that were
 * made in vain as often or more often, whenever they would be made again. Not what may be ringing.
 */
export async function callsBeside(
  orm: Queryable,
  now: SQL,
  row: RowOfMoment,
  kinds: readonly string[],
): Promise<WaitingCall[]> {
  const after = (ms: number) => sql`${now} + make_interval(secs => ${ms / 1000}::float8)`
  const { rows } = await orm.execute<WaitingCall & Record<string, unknown>>(sql`
    WITH mine AS (SELECT d.id, cardinality(d.ended_ids) AS calls FROM delivery d WHERE ${isMine(row)})
    SELECT d.id::float8 AS id, d.kind, d.ended_ids <> '{}' AS "wasMade",
           d.reference || ARRAY(SELECT o.reference FROM delivery_also o WHERE o.delivery_id = d.id) AS references
    FROM delivery d, mine m
    WHERE d.user_id = ${row.userId} AND d.channel = ${row.channel} AND d.recipient = ${row.recipient}
      AND d.kind = ANY (${sql.param([...kinds])}::text[]) AND d.state = 'QUEUED' AND d.id <> m.id
      AND d.payload IS NULL AND d.attempts = d.ended_attempts
      AND CASE WHEN d.ended_ids = '{}'
          THEN d.due_at <= CASE WHEN m.calls > 0 THEN ${after(dueBehindMs)} ELSE ${after(dueMs)} END
          ELSE cardinality(d.ended_ids) >= m.calls END
    ORDER BY d.id`)
  return rows
}

/** A call in vain rings for no longer than this. */
const ringsMs = 60_000
/** Whoever took a call and hung up has so long until the next one (D350). */
export const peaceMs = 20_000
/** What is made again later than this is made by itself. */
const soonAgainMs = 5 * 60_000
/** For so long a call waits that could be made, to be told by one that is brought forward. */
const waitsForCallMs = 40_000

/**
 * Calls of these kinds to the same contact that were made in vain, and that the one of `row`, which is being made, may wait for: since
 * it could be made first it has waited for no more than 40 s. Not what may be ringing, nor what was looked at and is not made yet.
 */
export async function callsToWaitFor(
  orm: Queryable,
  now: SQL,
  { userId, channel, recipient, createdAt }: RowOfMoment & { createdAt: Date },
  kinds: readonly string[],
): Promise<WaitingCall[]> {
  const within = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`
  const { rows } = await orm.execute<WaitingCall & Record<string, unknown>>(sql`
    SELECT d.id::float8 AS id, d.kind, true AS "wasMade",
           d.reference || ARRAY(SELECT o.reference FROM delivery_also o WHERE o.delivery_id = d.id) AS references
    FROM delivery d
    WHERE d.user_id = ${userId} AND d.channel = ${channel} AND d.recipient = ${recipient}
      AND d.kind = ANY (${sql.param([...kinds])}::text[]) AND d.state = 'QUEUED' AND d.ended_ids <> '{}'
      AND d.payload IS NULL AND d.attempts = d.ended_attempts AND d.give_up_at > ${now}
      AND d.due_at <= ${now} + ${within(soonAgainMs)}
      AND d.detail IS DISTINCT FROM ${earlyDetail}
      AND ${now} < ${within(waitsForCallMs)} + greatest(to_timestamp(${createdAt.getTime()}::float8 / 1000),
        d.claimed_at + ${within(ringsMs)}, d.lifted_at + ${within(peaceMs)})
    ORDER BY d.id`)
  return rows
}

/** Calls that wait to be made again are made now, as what waits for them could be (D350). */
export async function bringForward(orm: Queryable, now: SQL, ids: readonly number[]): Promise<void> {
  await orm.execute(sql`
    UPDATE delivery SET due_at = ${now}
    WHERE id = ANY (${sql.param([...ids])}::bigint[]) AND state = 'QUEUED' AND due_at > ${now}`)
}

/**
 * Makes a call that is being made be about all that others wait to be made about (its line keeps them from being made meanwhile).
 * Gives what it was not about before.
 *
 * @param overtaken calls that were made in vain: it goes on in their place, with what they came to kept for the record
 * @param references what else it tells; whoever waits to call about that asks whether it was told
 */
export async function takeIn(
  orm: Queryable,
  now: SQL,
  row: RowOfMoment,
  { overtaken, references }: { overtaken: readonly number[]; references: readonly string[] },
): Promise<string[]> {
  if (overtaken.length + references.length === 0) return []
  const { rows } = await orm.execute<{ reference: string }>(sql`
    WITH mine AS (
      UPDATE delivery d SET gathers_until = coalesce(d.gathers_until, ${closedAt(sql`d.created_at`)})
      WHERE ${isMine(row)}
      RETURNING d.id),
    others AS (
      SELECT d.id, d.reference FROM delivery d
      WHERE d.id = ANY (${sql.param([...overtaken])}::bigint[]) AND d.state = 'QUEUED' AND EXISTS (SELECT FROM mine)
      FOR UPDATE SKIP LOCKED),
    over AS (
      UPDATE delivery d SET state = 'SUPPRESSED', detail = concat_ws('; ', d.detail, ${toldDetail}::text), updated_at = ${now}
      FROM others o WHERE d.id = o.id),
    said AS (
      SELECT o.reference FROM others o
      UNION SELECT a.reference FROM others o JOIN delivery_also a ON a.delivery_id = o.id
      UNION SELECT w.reference FROM unnest(${sql.param([...references])}::text[]) AS w (reference))
    INSERT INTO delivery_also (delivery_id, reference)
    SELECT m.id, s.reference FROM mine m CROSS JOIN said s WHERE s.reference <> ${row.reference}
    ON CONFLICT DO NOTHING RETURNING reference`)
  return rows.map(({ reference }) => reference)
}
