import { Counter, Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../../platform/db/database.ts'
import { queueFigures } from './delivery.store.ts'

export interface DeliveryMeter {
  attempted(channel: string, state: string): void
  /** From now on a scrape asks the database for the depth and age of the queue. */
  watch(db: Queryable, now: () => number): void
}

/** The ledger's figures: an unsent delivery is something an operator must be able to see. */
export function createDeliveryMeter(registry: Registry): DeliveryMeter {
  const attempts = new Counter({
    name: 'roundsman_delivery_attempts_total',
    help: 'Attempts at deliveries by channel and what became of them',
    labelNames: ['channel', 'state'],
    registers: [registry],
  })
  return {
    attempted: (channel, state) => {
      attempts.inc({ channel, state })
    },
    watch: (db, now) => {
      // Each gauge asks for itself: a scrape collects them side by side. Without the database they are empty, and the
      // rest of the page is shown all the same.
      const figures = () => queueFigures(db).catch(() => [])
      new Gauge({
        name: 'roundsman_delivery_queue_depth',
        help: 'Deliveries that wait or are under way, by channel',
        labelNames: ['channel'],
        registers: [registry],
        async collect() {
          this.reset()
          for (const { channel, depth } of await figures()) this.set({ channel }, depth)
        },
      })
      new Gauge({
        name: 'roundsman_delivery_queue_oldest_seconds',
        help: 'Age of the oldest delivery that waits or is under way, by channel',
        labelNames: ['channel'],
        registers: [registry],
        async collect() {
          this.reset()
          for (const { channel, oldest } of await figures()) {
            if (oldest) this.set({ channel }, Math.max(0, (now() - oldest.getTime()) / 1000))
          }
        },
      })
    },
  }
}
