import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { type DeliveryRow, delivery } from './delivery.schema.ts'

/** A delivery of a kind to a user; null: there is none of this id, or it is another's. */
export async function ownDelivery(
  db: Queryable,
  { id, userId, kind }: { id: number; userId: number; kind: string },
): Promise<DeliveryRow | null> {
  const [row] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.id, id), eq(delivery.userId, userId), eq(delivery.kind, kind)))
  return row ?? null
}
