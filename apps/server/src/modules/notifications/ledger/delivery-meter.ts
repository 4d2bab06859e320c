import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { delivery, type Lane } from './delivery.schema.ts'

interface DeliveryMeter {
  attempted: (this: void, channel: string, state: string) => void
  /** So many deliveries came to a state, by whatever way. */
  came: (this: void, channel: string, state: string, count?: number) => void
  /** From now on a scrape asks the database for the depth and age of the queue. */
  watch(db: Pick<Database, 'orm' | 'now'>): void
}

/** The ledger's figures: an unsent delivery is something an operator must be able to see. */
export function createDeliveryMeter(registry: Registry): DeliveryMeter {
  const attempts = new Counter({
    name: 'roundsman_delivery_attempts_total',
    help: 'Attempts at deliveries by channel and what became of them',
    labelNames: ['channel', 'state'],
    registers: [registry],
  })
  const outcomes = new Counter({
    name: 'roundsman_delivery_outcomes_total',
    help: 'Deliveries by channel and the state that they came to: by an attempt, a receipt, an answer or a budget',
    labelNames: ['channel', 'state'],
    registers: [registry],
  })
  return {
    came: (channel, state, count = 1) => {
      outcomes.inc({ channel, state }, count)
    },
    attempted: (channel, state) => {
      attempts.inc({ channel, state })
    },
    watch: (db) => {
      // Each gauge asks for itself: a scrape collects them side by side. Without the database they are empty, and the
      // rest of the page is shown all the same.
      const figures = () => queueFigures(db.orm, db.now()).catch(() => [])
      new Gauge({
        name: 'roundsman_delivery_queue_depth',
        help: 'Deliveries that wait or are under way, by channel and lane',
        labelNames: ['channel', 'lane'],
        registers: [registry],
        async collect() {
          this.reset()
          for (const { channel, lane, depth } of await figures()) this.set({ channel, lane }, depth)
        },
      })
      new Gauge({
        name: 'roundsman_delivery_queue_oldest_seconds',
        help: 'Age of the oldest delivery that waits or is under way, by channel and lane',
        labelNames: ['channel', 'lane'],
        registers: [registry],
        async collect() {
          this.reset()
          for (const { channel, lane, oldestSeconds } of await figures())
            this.set({ channel, lane }, oldestSeconds)
        },
      })
      new Gauge({
        name: 'roundsman_delivery_lag_seconds',
        help: 'How long the delivery that has been due for longest waits to be taken, by channel and lane',
        labelNames: ['channel', 'lane'],
        registers: [registry],
        async collect() {
          this.reset()
          for (const { channel, lane, lagSeconds } of await figures()) this.set({ channel, lane }, lagSeconds)
        },
      })
    },
  }
}

interface QueueFigures {
  channel: string
  lane: Lane
  depth: number
  /** Age of the oldest. */
  oldestSeconds: number
  /** How long the one that has been due for longest waits to be taken. */
  lagSeconds: number
}

/** How many wait or are under way, per channel and lane, since when, and how far behind whoever sends them is. */
async function queueFigures(db: Queryable, now: SQL): Promise<QueueFigures[]> {
  const since = (moment: SQL) =>
    sql<number>`coalesce(greatest(0, extract(epoch from ${now} - ${moment})), 0)::float8`
  return db
    .select({
      channel: delivery.channel,
      lane: delivery.lane,
      depth: sql<number>`count(*)::int`,
      oldestSeconds: since(sql`min(coalesce(${delivery.waitsUntil}, ${delivery.createdAt}))`),
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
