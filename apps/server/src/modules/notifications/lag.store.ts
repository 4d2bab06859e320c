import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { delivery } from './delivery.schema.ts'
import type { Lane } from './lane.ts'

export interface QueueFigures {
  channel: string
  lane: Lane
  depth: number
  /** Age of the oldest. */
  oldestSeconds: number
  /** How long the one that has been due for longest waits to be taken. */
  lagSeconds: number
}

/** How many wait or are under way, per channel and lane, since when, and how far behind whoever sends them is. */
export async function queueFigures(db: Queryable, now: SQL): Promise<QueueFigures[]> {
  const since = (moment: SQL) =>
    sql<number>`coalesce(greatest(0, extract(epoch from ${now} - ${moment})), 0)::float8`
  return db
    .select({
      channel: delivery.channel,
      lane: delivery.lane,
      depth: sql<number>`count(*)::int`,
      oldestSeconds: since(sql`min(${delivery.createdAt})`),
      lagSeconds: since(sql`min(${delivery.dueAt}) FILTER (WHERE ${delivery.state} = 'QUEUED')`),
    })
    .from(delivery)
    .where(inArray(delivery.state, ['QUEUED', 'SENDING']))
    .groupBy(delivery.channel, delivery.lane)
}

/** True while a message has been due for longer than `ms`, of whatever lane. */
export async function isBehind(db: Queryable, now: SQL, ms: number): Promise<boolean> {
  const before = sql`${now} - make_interval(secs => ${ms}::float8 / 1000)`
  const late = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      or(
        and(eq(delivery.state, 'QUEUED'), lt(delivery.dueAt, before)),
        and(eq(delivery.state, 'SENDING'), lt(delivery.leaseUntil, before)),
      ),
    )
    .limit(1)
  return late.length > 0
}
