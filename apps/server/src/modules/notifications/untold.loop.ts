import type { Loop } from '../../platform/loop.ts'
import type { Platform } from '../../platform/platform.ts'
import { claimUntold } from './asking.store.ts'
import type { Channel } from './channels/channel.ts'
import type { DeliveryRow } from './delivery.schema.ts'
import type { RecordReceipt } from './receipts.ts'

const everyMs = 10_000
/** Asked side by side. */
const atOnce = 10

export interface UntoldDeps {
  channels: readonly Channel[]
  recordReceipt: RecordReceipt
}

/**
 * A receipt that does not come is asked for (D24): what Twilio took and said nothing more of, by its own name. Where the
 * provider cannot reach this site that is the only way to know.
 */
export function createUntoldLoop(
  { db, log, createLoop }: Pick<Platform, 'db' | 'log' | 'createLoop'>,
  { channels, recordReceipt }: UntoldDeps,
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
      log.warn({ delivery: row.id, err: error }, 'what became of a delivery could not be asked')
    }
  }

  return createLoop({
    name: 'delivery-untold',
    everyMs,
    pass: async (signal) => {
      let rows: DeliveryRow[] = []
      do {
        rows = askable.size === 0 ? [] : await claimUntold(db.orm, db.now(), [...askable.keys()], atOnce)
        await Promise.all(rows.map((row) => askFor(row, signal)))
      } while (rows.length === atOnce && !signal.aborted)
    },
  })
}
