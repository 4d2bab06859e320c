import { subkey } from '../../platform/config/secrets.ts'
import { createTextSeal, sealingOf } from '../../platform/config/text-seal.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Module } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addAnswerRoutes } from './answers/answers.routes.ts'
import { type Answers, createAnswers } from './answers/answers.ts'
import type { ChannelKind, ChannelSite } from './channels/channel.ts'
import { addChannelRoutes, channelKinds, createChannels, dailyBudgets } from './channels/channels.ts'
import { createAnswerTokens } from './channels/answer-link.ts'
import { createTelegramAnswers } from './channels/telegram/telegram-answers.ts'
import { createTelegramBot } from './channels/telegram/telegram-bot.ts'
import { createTelegramUpdates, type TelegramUpdates } from './channels/telegram/telegram-updates.loop.ts'
import { forgetLinks } from './channels/telegram/telegram.store.ts'
import { createVapidKeys, sealedVapidKey } from './channels/web-push/vapid-key.store.ts'
import { twilioCallbacks } from './channels/twilio/twilio-site.ts'
import { createAttempt } from './dispatching/attempt.ts'
import { createBuckets } from './dispatching/buckets.ts'
import { createLines } from './dispatching/lines.ts'
import { type Budgets, createBudgets } from './dispatching/budgets.ts'
import { createComposers } from './dispatching/composers.ts'
import { createSending, hintOf } from './dispatching/dispatcher.ts'
import { createMissingChannelLoop } from './dispatching/missing-channel.loop.ts'
import { createMissingReceiptLoop } from './dispatching/missing-receipt.loop.ts'
import { createDeliveryMeter, isBehind } from './ledger/delivery-meter.ts'
import type { Lane } from './ledger/delivery.schema.ts'
import { shortenLeases } from './ledger/delivery.store.ts'
import { forgetAccountDeliveries, forgetAlertDeliveries } from './ledger/history.store.ts'
import { enqueue, insertFanOut, type Records, withdrawRecords } from './ledger/enqueue.store.ts'
import {
  type AnswerOwner,
  type Composer,
  type FanOut,
  laneOf,
  type NewDelivery,
  type OnFailed,
  type OnUsedUp,
  type OwnCosts,
} from './ledger/new-delivery.ts'
import { personalDataOf } from './ledger/personal-data.ts'
import { releaseWaiting } from './ledger/waiting.store.ts'
import { createOutcomes, type RecordReceipt } from './ledger/outcomes.ts'
import { createPayloadSeal, sealedPayload } from './ledger/payload-seal.ts'
import { createContactStore, sealedContacts } from './contacts/contact.store.ts'
import { type Contacts, createContacts } from './contacts/contacts.ts'

export { awaitsAnother, takeAlong } from './ledger/along.store.ts'
export {
  bringForward,
  callsBeside,
  callsToWaitFor,
  takeIn,
  type WaitingCall,
} from './ledger/call-along.store.ts'
export { callsOfRound, hasRoundBehind } from './ledger/receipt.store.ts'
export { callOverDetail, endCallsOfOver, lookAgainAtCalls, toldDetail } from './ledger/waiting.store.ts'
export { type DeliveryAbout, deliveriesAbout, deliveriesOfUsers } from './ledger/history.store.ts'
export { answerUrlLength } from './channels/answer-link.ts'
export { ownDelivery } from './ledger/history.store.ts'
export { attemptsMade, type DeliveryRow, type Urgency } from './ledger/delivery.schema.ts'
export type { OutgoingDelivery, Sender } from './channels/channel.ts'
export type { AlertNotice, Message } from './ledger/new-delivery.ts'
export { contractName, ledgerName } from './channels/channels.ts'
export type {
  AnswerOwner,
  Awaited,
  Composer,
  FailedDelivery,
  IncidentDeed,
  NewDelivery,
  Remaining,
  CostOf,
  IsPressing,
  OwedEndsOf,
  UsedUpBudget,
} from './ledger/new-delivery.ts'
export {
  givenContactIn,
  givenContacts,
  givenTeamContacts,
  recipientOf,
  type ContactRow,
} from './contacts/contact.store.ts'
export type { Contacts } from './contacts/contacts.ts'
export type { ReachedBudget } from './dispatching/budget.store.ts'
export { usedUpIn, waitsForMore } from './dispatching/budgets.ts'

/** The hint that something was enqueued, with `<channel> <lane>`; the dispatchers poll as well. */
const wakeChannel = 'delivery_queued'
const housekeepingMs = 60 * 60_000
/** Account mails are forgotten after this; they are of no use to anybody. */
const accountRetentionMs = 30 * 24 * 60 * 60_000
/** Alerts and what became of them are kept as long. */
export const alertRetentionMs = 400 * 24 * 60 * 60_000
/** An alert that goes on for longer is told anew when it ends. */
const editableMs = 30 * 24 * 60 * 60_000
/** What is due for longer is a sign that nobody sends. */
const behindMs = 60_000
/** By then a provider lists what it took before the process died. */
const listedAfterMs = 10_000

export interface Notifications {
  module: Module
  /** True if the site is set up for messages through this channel. */
  hasChannel(channel: string): boolean
  /** Adds a delivery inside the caller's transaction: it exists if and only if that commits (D1). */
  enqueueDelivery(tx: Tx, delivery: NewDelivery): Promise<void>
  /** Adds alerts for any number of recipients by one statement (D16). */
  fanOut(tx: Tx, fanOut: FanOut): Promise<void>
  /**
   * Takes back what was only written down as not sent, for a reason that is over: a fan-out may then add it. Only rows
   * that are SUPPRESSED with this detail.
   */
  withdrawRecords(tx: Tx, records: Records): Promise<void>
  /** Looks again at what waits for the end of a user's quiet hours, since they are others now. */
  releaseWaiting(this: void, tx: Tx, userId: number): Promise<void>
  /** Calls back then, for what else waits for their end. */
  onReleased(handler: (tx: Tx, userId: number) => Promise<void>): void
  /** Registers who composes the text of a kind. Where it is built, in every role, since any process may send. */
  registerComposer(kind: string, composer: Composer, costs?: OwnCosts): void
  /**
   * The budget that one more message of the user through the channel would pass (D15); null if it may go. Asked in the
   * transaction that then enqueues it.
   */
  reachedBudget: Budgets['reached']
  /** Calls back for a user's budget that is used up (D272), where it is built, in every role. */
  onUsedUp(handler: OnUsedUp): void
  /** Calls back for every delivery that ends as FAILED, in the transaction that writes it down (D14). */
  onFailed(handler: OnFailed): void
  /** Names who takes the answers of readers to a kind, and shows what they are about (D21, D45). */
  onAnswered(kind: string, owner: AnswerOwner): void
  /** Registers who takes what is done to incidents at a provider (D227). */
  onDeed: Answers['onDeed']
  /**
   * What a provider reports later about a message it accepted. False where no row takes it (unknown, or ended): the
   * callback answers all the same, a provider cannot do anything about it.
   */
  recordReceipt: RecordReceipt
  /** Places that users gave, beside phones and addresses. */
  contacts: Contacts
}

interface NotificationsDeps {
  /** In place of the channels that there are. */
  channels?: readonly ChannelKind[]
  /** Where providers reach this site; else `ROUNDSMAN_PUBLIC_URL`, and without that receipts do not come. */
  publicUrl?: () => string
}

/** The ledger and its dispatchers: a loop for each lane of each channel, so that none holds up another. */
export function createNotifications(platform: Platform, deps: NotificationsDeps = {}): Notifications {
  const { db, clock, ids, log, config } = platform
  const kinds = deps.channels ?? channelKinds
  const sealing = sealingOf(config, (bytes) => ids.token(bytes))
  const textSeal = createTextSeal(sealing)
  const store = createContactStore(db, textSeal)
  const site = {
    ...platform,
    // By the catalogue, which may be another one by the next message.
    get publicUrl() {
      return deps.publicUrl?.() ?? config.publicUrl
    },
    contacts: store,
    vapidKeys: createVapidKeys(db, textSeal),
  }
  const channels = createChannels(kinds, site)
  const meter = createDeliveryMeter(platform.metrics)
  const seal = createPayloadSeal(sealing)
  const answers = createAnswers(db, meter.came)
  const outcomes = createOutcomes({ db, log, count: meter.came, awaits: answers.awaits })
  const composers = createComposers(seal, db)
  const budgets = createBudgets({
    ...platform,
    daily: () => dailyBudgets(kinds, config),
    outcomes,
    costOf: composers.costOf,
    owedEndsOf: composers.owedEndsOf,
  })
  const buckets = createBuckets(db)
  const attempt = createAttempt({
    clock,
    ids,
    log,
    composers,
    outcomes,
    buckets,
    budgets,
    isAnswerable: answers.isWanted,
    onAttempt: meter.attempted,
  })
  const lines = createLines(db, composers)
  const sending = createSending(platform, { attempt, budgets, buckets, lines, worker: ids.uuid() }, channels)
  const missingChannels = createMissingChannelLoop(platform, channels, outcomes)
  const missingReceipts = createMissingReceiptLoop(platform, channels, outcomes.recordReceipt)
  const telegram = createTelegram(site, answers, ids.uuid())
  const housekeeping = platform.createLoop({
    name: 'delivery-housekeeping',
    everyMs: housekeepingMs,
    pass: async () => {
      await forgetAccountDeliveries(db.orm, db.now(), accountRetentionMs)
      await forgetAlertDeliveries(db.orm, db.now(), alertRetentionMs)
      await store.forgetMessages(editableMs)
      await forgetLinks(db)
      await buckets.forget()
    },
  })
  const onReleased: Parameters<Notifications['onReleased']>[0][] = []
  let stopListening: () => void = () => undefined

  const hasChannel: Notifications['hasChannel'] = (name) => channels.some(({ channel }) => channel === name)
  const hint = (tx: Tx, channel: string, lane: Lane) => db.notify(tx, wakeChannel, hintOf({ channel, lane }))

  return {
    hasChannel,
    module: {
      name: 'notifications',
      personalData: personalDataOf(store),
      sealed: [...sealedContacts, sealedVapidKey, sealedPayload],
      routes: (server) => {
        addAnswerRoutes(server, answers, outcomes.recordReceipt, {
          tokens: createAnswerTokens(subkey(config.secret, 'answer')),
          twilio: twilioCallbacks(site),
          contacts: store,
          log,
        })
        addChannelRoutes(server, hasChannel, { ...site, contacts: store, leftFor: budgets.leftFor })
      },
      loops: [
        ...sending.loops,
        missingReceipts,
        missingChannels,
        housekeeping,
        ...(telegram === null ? [] : [telegram.loop]),
      ].map((loop) => ({ role: 'notify' as const, loop })),
      start: async () => {
        // The embedded database has one process: whatever is under way was under way in one that is gone.
        if (db.engine === 'embedded') {
          for (const { channel, isRepeatable } of channels) {
            await shortenLeases(db.orm, db.now(), channel, isRepeatable ? -1 : listedAfterMs)
          }
        }
        // Made before somebody asks: reading changes nothing.
        await site.vapidKeys.keep()
        stopListening = db.onNotify(wakeChannel, sending.wake)
        meter.watch(db)
      },
      stop: async () => {
        stopListening()
        await telegram?.release()
      },
      troubles: async () =>
        (await isBehind(db.orm, db.now(), behindMs)) ? ['messages are waiting to be sent'] : [],
    },
    enqueueDelivery: async (tx, delivery) => {
      await enqueue(tx, delivery, { seal, now: db.now(), isPaid: (channel) => budgets.of(channel) !== null })
      await hint(tx, delivery.channel, laneOf(delivery))
    },
    fanOut: async (tx, fanOut) => {
      const added = await insertFanOut(tx, db.now(), fanOut)
      for (const { channel, lane } of added) await hint(tx, channel, lane)
    },
    withdrawRecords,
    releaseWaiting: async (tx, userId) => {
      await releaseWaiting(tx, db.now(), userId)
      for (const handler of onReleased) await handler(tx, userId)
    },
    onReleased: (handler) => {
      onReleased.push(handler)
    },
    registerComposer: composers.register,
    reachedBudget: budgets.reached,
    onUsedUp: outcomes.onUsedUp,
    onFailed: outcomes.onFailed,
    onAnswered: answers.register,
    onDeed: answers.onDeed,
    recordReceipt: outcomes.recordReceipt,
    contacts: createContacts(site),
  }
}

/** What people write to the site's bot; null where it has none. */
function createTelegram(
  site: ChannelSite & Pick<Platform, 'createLoop'>,
  answers: Answers,
  holder: string,
): TelegramUpdates | null {
  const account = site.config.telegram
  if (account === null) return null
  const api = createTelegramBot(account, site)
  const [bot = ''] = account.token.split(':')
  return createTelegramUpdates(site, { bot, api, holder }, createTelegramAnswers(site, api, answers))
}
