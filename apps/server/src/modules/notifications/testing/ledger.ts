import { pino } from 'pino'
import { systemIds } from '../../../platform/ids.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import type { Channel, OutgoingDelivery, SendResult } from '../channels/channel.ts'
import { type DeliveryRow, delivery } from '../delivery.schema.ts'
import { createDispatcher, type Dispatcher } from '../dispatcher.ts'
import { enqueue } from '../enqueue.ts'
import type { NewDelivery, OnFailed } from '../new-delivery.ts'
import { createPayloadSeal, type PayloadSeal } from '../payload-seal.ts'

/** A channel that does what the test says and keeps what it was given. */
export interface ScriptedChannel extends Channel {
  sent: OutgoingDelivery[]
  /** The next answers, in order; when they are used up, everything is sent. */
  script: ((delivery: OutgoingDelivery, signal: AbortSignal) => Promise<SendResult> | SendResult)[]
}

export function createScriptedChannel(channel = 'email'): ScriptedChannel {
  const scripted: ScriptedChannel = {
    channel,
    concurrency: 4,
    sent: [],
    script: [],
    send: async (delivery, signal) => {
      scripted.sent.push(delivery)
      return (await scripted.script.shift()?.(delivery, signal)) ?? { outcome: 'sent' }
    },
  }
  return scripted
}

export interface Ledger {
  test: TestDatabase
  clock: ManualClock
  seal: PayloadSeal
  channel: ScriptedChannel
  /** What is called for a delivery that fails for good; nothing unless set. */
  onFailed: OnFailed
  add(over?: Partial<NewDelivery>): Promise<void>
  /** A dispatcher of another process. */
  dispatcher(worker: string): Dispatcher
  pass(): Promise<number>
  rows(): Promise<DeliveryRow[]>
  /** The only row. */
  row(): Promise<DeliveryRow>
}

/** An empty ledger in a database that several tests share, one after the other. */
export async function createLedger(test: TestDatabase): Promise<Ledger> {
  await test.db.orm.delete(delivery)
  const clock = createManualClock()
  const channel = createScriptedChannel()
  const randomToken = (bytes: number) => systemIds.token(bytes)
  const seal = createPayloadSeal({ key: Buffer.alloc(32, 7), randomToken })
  const dispatcher = (worker: string) =>
    createDispatcher({
      db: test.db,
      clock,
      ids: { ...systemIds, fraction: () => 0.5 },
      log: pino({ enabled: false }),
      seal,
      worker,
      onFailed: async (tx, row) => ledger.onFailed(tx, row),
      onAttempt: () => undefined,
    })
  const own = dispatcher('own')
  let count = 0
  const ledger: Ledger = {
    test,
    clock,
    seal,
    channel,
    onFailed: async () => undefined,
    dispatcher,
    add: async (over = {}) => {
      count += 1
      const fresh: NewDelivery = {
        channel: 'email',
        purpose: 'account',
        recipient: 'ada@example.org',
        userId: null,
        language: 'en',
        message: { subject: 'Hello', paragraphs: ['canary-secret-token'] },
        dedupeKey: `test:${count}`,
        usefulForMs: 60 * 60_000,
      }
      await test.db.transaction((tx) => enqueue(tx, { ...fresh, ...over }, { seal, now: clock.now() }))
    },
    pass: () => own.pass(channel, new AbortController().signal),
    rows: () => test.db.orm.select().from(delivery).orderBy(delivery.id),
    row: async () => {
      const [row] = await ledger.rows()
      if (!row) throw new Error('the ledger is empty')
      return row
    },
  }
  return ledger
}
