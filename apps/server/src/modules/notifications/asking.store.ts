import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { type DeliveryRow, delivery } from './delivery.schema.ts'

/** How long a receipt is waited for before the provider is asked. */
export const firstAskMs = 2 * 60_000
/** With pauses that double, some four hours: what is not known by then never will be. */
const mostAsks = 7

/** Takes rows of the channels whose receipt does not come; each process others. The next question is later by then. */
export async function claimUntold(
  db: Queryable,
  now: SQL,
  channels: readonly string[],
  limit: number,
): Promise<DeliveryRow[]> {
  const due = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(eq(delivery.state, 'SENT'), inArray(delivery.channel, [...channels]), lte(delivery.askAt, now)),
    )
    .orderBy(asc(delivery.askAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  const pause = sql`make_interval(secs => ${firstAskMs / 1000}::float8 * 2 ^ (${delivery.asks} + 1))`
  return db
    .update(delivery)
    .set({
      asks: sql`${delivery.asks} + 1`,
      askAt: sql`CASE WHEN ${delivery.asks} + 1 < ${mostAsks} THEN ${now} + ${pause} END`,
    })
    .where(inArray(delivery.id, due))
    .returning()
}
