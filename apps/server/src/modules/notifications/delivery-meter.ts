import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/db/database.ts'
import { queueFigures } from './delivery.store.ts'

export interface DeliveryMeter {
  attempted(channel: string, state: string): void
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
  return {
    attempted: (channel, state) => {
      attempts.inc({ channel, state })
    },
    watch: (db) => {
      // Each gauge asks for itself: a scrape collects them side by side. Without the database they are empty, and the
      // rest of the page is shown all the same.
      const figures = () => queueFigures(db.orm, db.now()).catch(() => [])
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
          for (const { channel, oldestSeconds } of await figures()) this.set({ channel }, oldestSeconds)
        },
      })
    },
  }
}
