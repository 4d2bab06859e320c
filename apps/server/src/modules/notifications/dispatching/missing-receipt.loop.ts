import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Loop } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Channel } from '../channels/channel.ts'
import { delivery, type DeliveryRow } from '../ledger/delivery.schema.ts'
import type { RecordReceipt } from '../ledger/outcomes.ts'
import { firstAskMs } from '../ledger/receipt.store.ts'

const everyMs = 10_000
/** Asked side by side. */
const atOnce = 10
/** With pauses that double, some four hours: what is not known by then never will be. */
const mostAsks = 7

/**
 * A receipt that does not come is asked for (D24): what Twilio took and said nothing more of, by its own name. Where the
 * provider cannot reach this site that is the only way to know.
 */
export function createMissingReceiptLoop(
  { db, log, createLoop }: Pick<Platform, 'db' | 'log' | 'createLoop'>,
  channels: readonly Channel[],
  recordReceipt: RecordReceipt,
): Loop {
  const askable = new Map(channels.flatMap((one) => (one.ask ? [[one.channel, one.ask]] : [])))

  async function askFor(row: DeliveryRow, signal: AbortSignal): Promise<void> {
    const ask = askable.get(row.channel)
    if (!ask || row.providerId === null) return
    try {
      const receipt = await ask(row.providerId, signal)
      if (receipt) await recordReceipt({ deliveryId: row.id }, { ...receipt, providerId: row.providerId })
    } catch (error) {
      if (signal.aborted) return
      log.warn({ delivery: row.id, err: error }, 'the provider could not be asked about a delivery')
    }
  }

  return createLoop({
    name: 'delivery-missing-receipts',
    everyMs,
    pass: async (signal) => {
      let rows: DeliveryRow[] = []
      do {
        rows =
          askable.size === 0 ? [] : await claimMissingReceipts(db.orm, db.now(), [...askable.keys()], atOnce)
        await Promise.all(rows.map((row) => askFor(row, signal)))
      } while (rows.length === atOnce && !signal.aborted)
    },
  })
}

/** Takes rows of the channels whose receipt does not come; each process others. The next question is later by then. */
async function claimMissingReceipts(
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
