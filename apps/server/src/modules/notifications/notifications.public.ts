import { join } from 'node:path'
import { subkey } from '../../platform/config/subkey.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Channel } from './channels/channel.ts'
import { createEmailChannel, type EmailDeps } from './channels/email.ts'
import { addChannelRoutes } from './channels.routes.ts'
import { applyReceipt, forgetAccountDeliveries, type ReceiptTarget, releaseLeases } from './delivery.store.ts'
import { createDeliveryMeter } from './delivery-meter.ts'
import { createDispatcher } from './dispatcher.ts'
import { enqueue } from './enqueue.ts'
import type { NewDelivery, OnFailed } from './new-delivery.ts'
import { createPayloadSeal } from './payload-seal.ts'
import { addTwilioCallback } from './twilio-callback.routes.ts'
import { createTwilioChannels } from './twilio-channels.ts'

export type { Message, OutgoingDelivery } from './channels/channel.ts'
export type { FailedDelivery, NewDelivery } from './new-delivery.ts'

/** The hint that something was enqueued; the dispatcher polls as well. */
const wakeChannel = 'delivery_queued'
const pollMs = 1_000
const housekeepingMs = 60 * 60_000
/** Account mails are forgotten after this; they are of no use to anybody. */
const accountRetentionMs = 30 * 24 * 60 * 60_000

export interface Notifications {
  module: Module
  /** True if the site is set up for messages through this channel. */
  hasChannel(channel: string): boolean
  /** Adds a delivery inside the caller's transaction: it exists if and only if that commits (D1). */
  enqueueDelivery(tx: Tx, delivery: NewDelivery): Promise<void>
  /** Calls back for every delivery that ends as FAILED, in the transaction that writes it down (D14). */
  onFailed(handler: OnFailed): void
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
  /** In place of the channels that the configuration gives. */
  channels?: readonly Channel[]
  /** Where providers reach this site; else `ROUNDSMAN_PUBLIC_URL`, and without that receipts do not come. */
  publicUrl?: string
}

/** The ledger and its dispatcher. One loop per channel, so that a slow provider holds up no other. */
export function createNotifications(platform: Platform, deps: NotificationsDeps = {}): Notifications {
  const { db, clock, ids, log, config } = platform
  const twilio = createTwilioChannels(platform, deps.publicUrl ?? config.publicUrl)
  const channels = deps.channels ?? [createEmailChannel(emailDepsOf(platform)), ...twilio.channels]
  const meter = createDeliveryMeter(platform.metrics)
  const seal = createPayloadSeal({
    key: subkey(config.secret, 'encryption'),
    randomToken: (bytes) => ids.token(bytes),
  })
  const failureHandlers: OnFailed[] = []
  const onFailed: OnFailed = async (tx, failed) => {
    for (const handler of failureHandlers) await handler(tx, failed)
  }
  const dispatcher = createDispatcher({
    db,
    clock,
    ids,
    log,
    seal,
    worker: ids.uuid(),
    onFailed,
    onAttempt: (channel, state) => {
      meter.attempted(channel, state)
    },
  })
  const sending = channels.map((channel) =>
    platform.createLoop({
      name: `dispatch-${channel.channel}`,
      everyMs: pollMs,
      pass: async (signal) => {
        await dispatcher.pass(channel, signal)
      },
    }),
  )
  const housekeeping = platform.createLoop({
    name: 'delivery-housekeeping',
    everyMs: housekeepingMs,
    pass: async () => {
      await forgetAccountDeliveries(db.orm, new Date(clock.now() - accountRetentionMs))
    },
  })
  let stopListening: () => void = () => undefined
  const recordReceipt: Notifications['recordReceipt'] = (target, { state, detail }) =>
    db.transaction(async (tx) => {
      const row = await applyReceipt(tx, target, state, detail, new Date(clock.now()))
      if (row && state === 'FAILED') await onFailed(tx, row)
      return row !== null
    })

  const hasChannel: Notifications['hasChannel'] = (name) => channels.some(({ channel }) => channel === name)

  return {
    hasChannel,
    module: {
      name: 'notifications',
      routes: (server) => {
        addTwilioCallback(server, { ...twilio, recordReceipt, log })
        addChannelRoutes(server, hasChannel)
      },
      loops: [...sending, housekeeping].map((loop) => ({ role: 'notify' as const, loop })),
      start: async () => {
        // The embedded database has one process: whatever is under way was under way in one that is gone.
        if (db.engine === 'embedded') await releaseLeases(db.orm, new Date(clock.now()), null)
        stopListening = db.onNotify(wakeChannel, () => {
          for (const loop of sending) loop.wake()
        })
        meter.watch(db.orm, () => clock.now())
      },
      stop: async () => {
        stopListening()
      },
    },
    enqueueDelivery: async (tx, delivery) => {
      await enqueue(tx, delivery, { seal, now: clock.now() })
      await db.notify(tx, wakeChannel, delivery.channel)
    },
    onFailed: (handler) => void failureHandlers.push(handler),
    recordReceipt,
  }
}

function emailDepsOf({ config, log }: Platform): EmailDeps {
  const { smtpUrl, from } = config.mail
  return { smtpUrl, from, folder: join(config.dataDir, 'mail'), log }
}
