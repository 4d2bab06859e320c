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

/**
 * True while a code, an account mail or a CRITICAL alert has been due for longer than `ms`; and while any other has and
 * nobody sends through its channel. A storm of those that is being worked off is none: its end may be hours away.
 */
export async function isBehind(
  db: Queryable,
  now: SQL,
  { ms, channels }: { ms: number; channels: readonly string[] },
): Promise<boolean> {
  const before = sql`${now} - make_interval(secs => ${ms}::float8 / 1000)`
  const late = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        inArray(delivery.lane, ['account', 'critical']),
        or(
          and(eq(delivery.state, 'QUEUED'), lt(delivery.dueAt, before)),
          and(eq(delivery.state, 'SENDING'), lt(delivery.leaseUntil, before)),
        ),
      ),
    )
    .limit(1)
  if (late.length > 0) return true
  const { rows } = await db.execute(sql`
    SELECT FROM unnest(${`{${channels.join()}}`}::text[]) AS c (channel)
    WHERE EXISTS (SELECT FROM delivery d
                  WHERE d.channel = c.channel AND d.lane = 'other' AND d.state = 'QUEUED' AND d.due_at < ${before})
      AND NOT EXISTS (SELECT FROM delivery d
                      WHERE d.channel = c.channel AND d.lane = 'other' AND d.state = 'SENDING' AND d.lease_until >= ${now})
    LIMIT 1`)
  return rows.length > 0
}
