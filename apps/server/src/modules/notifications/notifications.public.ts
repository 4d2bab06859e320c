import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Loop } from '../../platform/loop.ts'
import type { Module } from '../../platform/module.ts'
import type { Channel } from './channels/channel.ts'
import { applyReceipt, forgetAccountDeliveries, type ReceiptTarget, releaseLeases } from './delivery.store.ts'
import type { DeliveryMeter } from './delivery-meter.ts'
import { createDispatcher } from './dispatcher.ts'
import { enqueue } from './enqueue.ts'
import type { NewDelivery } from './new-delivery.ts'
import type { NotificationsLog } from './notifications-log.ts'
import { createPayloadSeal } from './payload-seal.ts'

export type { Message } from './channels/channel.ts'
export { createEmailChannel } from './channels/email.ts'
export type { NewDelivery } from './new-delivery.ts'

/** The hint that something was enqueued; the dispatcher polls as well. */
const wakeChannel = 'delivery_queued'
const pollMs = 1_000
const housekeepingMs = 60 * 60_000
/** Account mails are forgotten after this; they are of no use to anybody. */
const accountRetentionMs = 30 * 24 * 60 * 60_000

export interface Notifications {
  module: Module
  /** Adds a delivery inside the caller's transaction: it exists if and only if that commits (D1). */
  enqueueDelivery(tx: Tx, delivery: NewDelivery): Promise<void>
  /**
   * What a provider tells later about a message it took. False where no row takes it (unknown, or ended): the
   * callback answers all the same, a provider cannot do anything about it.
   */
  recordReceipt(
    target: ReceiptTarget,
    receipt: { state: 'DELIVERED' | 'FAILED'; detail: string | null },
  ): Promise<boolean>
}

export interface NotificationsDeps {
  db: Database
  clock: Clock
  ids: Ids
  log: NotificationsLog
  meter: DeliveryMeter
  /** 32 bytes, derived from `ROUNDSMAN_SECRET` for this purpose only. */
  payloadKey: Uint8Array
  channels: readonly Channel[]
  createLoop: (loop: { name: string; everyMs: number; run: (signal: AbortSignal) => Promise<void> }) => Loop
}

/** The ledger and its dispatcher. One loop per channel, so that a slow provider holds up no other. */
export function createNotifications(deps: NotificationsDeps): Notifications {
  const { db, clock, ids } = deps
  const seal = createPayloadSeal({ key: deps.payloadKey, randomToken: (bytes) => ids.token(bytes) })
  const dispatcher = createDispatcher({
    ...deps,
    seal,
    worker: ids.uuid(),
    onAttempt: (channel, state) => {
      deps.meter.attempted(channel, state)
    },
  })
  const sending = deps.channels.map((channel) =>
    deps.createLoop({
      name: `dispatch-${channel.channel}`,
      everyMs: pollMs,
      run: async (signal) => {
        await dispatcher.pass(channel, signal)
      },
    }),
  )
  const housekeeping = deps.createLoop({
    name: 'delivery-housekeeping',
    everyMs: housekeepingMs,
    run: async () => {
      await forgetAccountDeliveries(db.orm, new Date(clock.now() - accountRetentionMs))
    },
  })
  let stopListening: () => void = () => undefined

  return {
    module: {
      name: 'notifications',
      loops: [...sending, housekeeping].map((loop) => ({ role: 'notify' as const, loop })),
      start: async () => {
        // The embedded database has one process: whatever is under way was under way in one that is gone.
        if (db.engine === 'embedded') await releaseLeases(db.orm, new Date(clock.now()), null)
        stopListening = db.onNotify(wakeChannel, () => {
          for (const loop of sending) loop.wake()
        })
        deps.meter.watch(db.orm, () => clock.now())
      },
      stop: async () => {
        stopListening()
      },
    },
    enqueueDelivery: async (tx, delivery) => {
      await enqueue(tx, delivery, { seal, now: clock.now() })
      await db.notify(tx, wakeChannel, delivery.channel)
    },
    recordReceipt: (target, receipt) =>
      applyReceipt(db.orm, target, receipt.state, receipt.detail, new Date(clock.now())),
  }
}
