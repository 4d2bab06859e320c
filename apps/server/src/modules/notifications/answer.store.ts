import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
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
