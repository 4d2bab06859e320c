import { pino } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { systemIds } from '../../../platform/ids.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import type { Channel, OutgoingDelivery, SendResult } from '../channels/channel.ts'
import { createAttempt } from '../dispatching/attempt.ts'
import { type Budgets, createBudgets, type DailyBudgets } from '../dispatching/budgets.ts'
import { type Buckets, createBuckets } from '../dispatching/buckets.ts'
import { type Composers, createComposers } from '../dispatching/composers.ts'
import { createLines, type Lines } from '../dispatching/lines.ts'
import { createDispatcher, type Dispatcher } from '../dispatching/dispatcher.ts'
import { delivery, type DeliveryRow, type Lane, type Urgency } from '../ledger/delivery.schema.ts'
import { type Claim, claimDeliveries, type ClaimedDelivery } from '../ledger/delivery.store.ts'
import { enqueue } from '../ledger/enqueue.store.ts'
import type { Awaited, NewDelivery, OnFailed, UsedUpBudget } from '../ledger/new-delivery.ts'
import { createOutcomes, type Outcomes } from '../ledger/outcomes.ts'
import { createPayloadSeal, type PayloadSeal } from '../ledger/payload-seal.ts'

/** A channel that does what the test says and keeps what it was given. */
export interface ScriptedChannel extends Channel {
  sent: OutgoingDelivery[]
  /** The next answers, in order; when they are used up, everything is sent. */
  script: ((delivery: OutgoingDelivery, signal: AbortSignal) => Promise<SendResult> | SendResult)[]
}

export function createScriptedChannel(channel = 'email'): ScriptedChannel {
  const scripted: ScriptedChannel = {
    channel,
    concurrency: { account: 4, critical: 4, other: 4 },
    isRepeatable: true,
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
  /** The database with the ledger's clock. */
  db: Database
  clock: ManualClock
  seal: PayloadSeal
  composers: Composers
  budgets: Budgets
  buckets: Buckets
  lines: Lines
  outcomes: Outcomes
  channel: ScriptedChannel
  /** What is called for a delivery that fails for good; nothing unless set. */
  onFailed: OnFailed
  /** What everything counts as from now on; null: by its lane. */
  urgency: Urgency | null
  /** What calls wait for. */
  awaited: Awaited
  /** Budgets that were said to be used up. */
  usedUp: UsedUpBudget[]
  /** What was logged as an error. */
  errors: string[]
  add(over?: Partial<NewDelivery>): Promise<void>
  enqueue(tx: Tx, delivery: NewDelivery): Promise<void>
  /** A dispatcher of another process, for the account lane of the ledger's channel unless it is said otherwise. */
  dispatcher(worker: string, over?: DispatcherOptions): Dispatcher
  pass(): Promise<number>
  /** Takes rows as a process that then dies. */
  claim(over?: Partial<Claim>): Promise<ClaimedDelivery[]>
  rows(): Promise<DeliveryRow[]>
  /** The only row. */
  row(): Promise<DeliveryRow>
}

interface DispatcherOptions {
  channel?: Channel
  lane?: Lane
  /** The clock of that process. */
  clock?: Clock
}

/** An empty ledger in a database that several tests share, one after the other. */
export async function createLedger(test: TestDatabase, daily: DailyBudgets = {}): Promise<Ledger> {
  await test.db.orm.delete(delivery)
  await test.db.orm.execute('delete from credential_bucket')
  const clock = createManualClock()
  const db = withClock(test.db, clock)
  const channel = createScriptedChannel()
  const seal = createPayloadSeal({ key: Buffer.alloc(32, 7), randomToken: (bytes) => systemIds.token(bytes) })
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) })
  const composers = createComposers(seal, db)
  const outcomes = createOutcomes({ db, log, count: () => undefined, awaits: async () => ledger.awaited })
  outcomes.onFailed(async (tx, row) => ledger.onFailed(tx, row))
  outcomes.onUsedUp(async (_tx, budget) => {
    // As the ledger, which takes a key once.
    if (ledger.usedUp.every(({ dedupeKey }) => dedupeKey !== budget.dedupeKey)) ledger.usedUp.push(budget)
  })
  const costOf: Composers['costOf'] = async (tx, row) =>
    ledger.urgency === null ? composers.costOf(tx, row) : { urgency: ledger.urgency, isPaidEnd: false }
  const budgets = createBudgets({
    db,
    clock,
    log,
    daily: () => daily,
    outcomes,
    costOf,
    owedEndsOf: composers.owedEndsOf,
  })
  const buckets = createBuckets(db)
  const lines = createLines(db, { ...composers, costOf })
  const dispatcher = (worker: string, over: DispatcherOptions = {}) => {
    const attempt = createAttempt({
      clock: over.clock ?? clock,
      ids: { ...systemIds, fraction: () => 0.5 },
      log,
      composers,
      outcomes,
      buckets,
      budgets,
      isAnswerable: () => false,
      onAttempt: () => undefined,
    })
    const deps = { db, clock: over.clock ?? clock, log, attempt, budgets, buckets, lines, worker }
    return createDispatcher(deps, over.channel ?? channel, over.lane ?? 'account')
  }
  const own = dispatcher('own')
  let count = 0
  const ledger: Ledger = {
    test,
    db,
    clock,
    seal,
    composers,
    budgets,
    buckets,
    lines,
    outcomes,
    channel,
    onFailed: async () => undefined,
    urgency: null,
    awaited: { isAwaited: false, leftMs: null },
    usedUp: [],
    errors,
    dispatcher,
    enqueue: (tx, fresh) =>
      enqueue(tx, fresh, { seal, now: db.now(), isPaid: (channel) => budgets.of(channel) !== null }),
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
      await db.transaction((tx) => ledger.enqueue(tx, { ...fresh, ...over }))
    },
    pass: () => own.pass(new AbortController().signal),
    claim: (over = {}) =>
      claimDeliveries(db.orm, db.now(), {
        channel: 'email',
        lane: 'account',
        worker: 'dead',
        leaseMs: 60_000,
        limit: 5,
        ...over,
      }),
    rows: () => test.db.orm.select().from(delivery).orderBy(delivery.id),
    row: async () => {
      const [row] = await ledger.rows()
      if (!row) throw new Error('the ledger is empty')
      return row
    },
  }
  return ledger
}
