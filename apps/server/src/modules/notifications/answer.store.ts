import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Answer } from './answer.ts'
import { type DeliveryRow, delivery } from './delivery.schema.ts'

/** Notes what the reader of a delivery said; null where they said it before, or there is nothing to answer. */
export async function noteAnswer(tx: Tx, now: SQL, id: number, answer: Answer): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(delivery)
    .set({ answers: sql`${delivery.answers} || ${answer}::text`, updatedAt: now })
    .where(
      and(
        eq(delivery.id, id),
        gt(delivery.attempts, 0),
        isNotNull(delivery.kind),
        sql`NOT ${answer}::text = ANY (${delivery.answers})`,
      ),
    )
    .returning()
  return row ?? null
}

/** True for a delivery that was sent and whose kind can be answered, as long as it is not older than this. */
export async function isAnswerable(orm: Queryable, now: SQL, id: number, worthMs: number): Promise<boolean> {
  const youngerThan = sql`${now} - make_interval(secs => ${worthMs / 1000}::float8)`
  const rows = await orm
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.id, id),
        gt(delivery.attempts, 0),
        isNotNull(delivery.kind),
        gt(delivery.createdAt, youngerThan),
      ),
    )
  return rows.length > 0
}
