import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { closedAt } from './enqueue.store.ts'

/** A row of the ledger that is being composed, by what it is about; and others of its moment, for the same contact. */
export interface RowOfMoment {
  kind: string
  userId: number
  channel: string
  recipient: string
  /** The first that it is about. */
  reference: string
  createdAt: Date
}

export const isOfContact = ({ kind, userId, channel, recipient }: RowOfMoment) => sql`d.user_id = ${userId}
  AND d.kind = ${kind} AND d.channel = ${channel} AND d.recipient = ${recipient}`
const isAbout = (reference: SQL) => sql`(d.reference = ${reference} OR EXISTS (
  SELECT FROM delivery_also o WHERE o.delivery_id = d.id AND o.reference = ${reference}))`
const isOfMoment = (at: SQL) => sql`abs(extract(epoch FROM d.created_at - ${at})) < 0.001`

/**
 * Makes a row that is being sent be about these references as well, for good, where rows about them are not sent yet: of their
 * own, or one that was gathering before (E368). Whoever sends one of those asks `awaitsAnother` first. Gives those that it took.
 */
export async function takeAlong(
  orm: Queryable,
  row: RowOfMoment,
  references: readonly string[],
): Promise<string[]> {
  if (references.length === 0) return []
  const { rows } = await orm.execute<{ reference: string }>(sql`
    WITH mine AS (
      UPDATE delivery d SET gathers_until = coalesce(d.gathers_until, ${closedAt(sql`d.created_at`)})
      WHERE ${isOfContact(row)} AND d.reference = ${row.reference} AND d.state = 'SENDING'
      RETURNING d.id, d.created_at, d.due_at)
    INSERT INTO delivery_also (delivery_id, reference)
    SELECT m.id, w.reference FROM mine m CROSS JOIN unnest(${sql.param([...references])}::text[]) AS w (reference)
    WHERE EXISTS (
      SELECT FROM delivery d WHERE ${isOfContact(row)} AND d.id <> m.id AND ${isAbout(sql`w.reference`)}
        AND (d.state = 'QUEUED' OR d.state = 'SENDING' AND d.payload IS NULL AND d.updated_at >= m.due_at))
    ON CONFLICT DO NOTHING RETURNING reference`)
  return rows.map(({ reference }) => reference)
}

/**
 * Whether a row about these others is about to be sent, or is about `own` as well by now.
 *
 * @param isLast none of those can wait for this one: it waits for what was enqueued before or after it, too
 */
export async function awaitsAnother(
  orm: Queryable,
  now: SQL,
  row: RowOfMoment,
  { own, others, isLast }: { own: readonly string[]; others: readonly string[]; isLast: boolean },
): Promise<boolean> {
  if (others.length === 0) return false
  const createdAt = sql`to_timestamp(${row.createdAt.getTime()}::float8 / 1000)`
  const { rows } = await orm.execute(sql`
    SELECT FROM delivery d JOIN unnest(${sql.param([...others])}::text[]) AS w (reference) ON ${isAbout(sql`w.reference`)}
    WHERE ${isOfContact(row)} AND d.reference <> ${row.reference} AND d.state IN ('QUEUED', 'SENDING')
      AND d.ended_ids = '{}' AND (${isLast} OR ${isOfMoment(createdAt)})
      AND (d.state = 'SENDING' OR d.due_at <= ${now} OR EXISTS (
        SELECT FROM delivery_also o WHERE o.delivery_id = d.id AND o.reference = ANY (${sql.param([...own])}::text[])))
    LIMIT 1`)
  return rows.length > 0
}
