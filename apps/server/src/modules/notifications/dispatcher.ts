import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Channel, SendResult } from './channels/channel.ts'
import type { DeliveryRow } from './delivery.schema.ts'
import { claimDeliveries, releaseLeases, settleDelivery } from './delivery.store.ts'
import type { OnFailed } from './new-delivery.ts'
import type { NotificationsLog } from './notifications-log.ts'
import type { PayloadSeal } from './payload-seal.ts'
import { judge, oneLine, type Verdict } from './retry.policy.ts'

/** Longest time one attempt may take; channels keep below it. */
const attemptMs = 30_000
/** Longer than an attempt, so that nobody takes a row that is still being sent. */
const leaseMs = attemptMs + 30_000
/** What is under way when the process stops may still end: a stop is no reason to send twice. The whole stop has 5 s. */
const graceMs = 1_500

export interface DispatcherDeps {
  db: Database
  clock: Clock
  ids: Ids
  log: NotificationsLog
  seal: PayloadSeal
  /** Names this process in `claimed_by`. */
  worker: string
  /** Called in the transaction that ends a delivery as FAILED (D14). */
  onFailed: OnFailed
  /** Counts attempts by what became of them. */
  onAttempt: (channel: string, state: Verdict['state'] | 'UNKNOWN') => void
}

export interface Dispatcher {
  /** Sends until nothing of the channel is due; resolves to the number of attempts. */
  pass(channel: Channel, signal: AbortSignal): Promise<number>
}

/**
 * Takes due rows, sends them, writes down what became of it (D3 to D7). A process that dies between the provider's
 * yes and our mark leaves a row whose outcome nobody knows: its lease runs out and it is sent once more, with the
 * same idempotency key (Message-ID), because a lost alert is worse than a doubled one.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, log } = deps

  async function attempt(channel: Channel, row: DeliveryRow, signal: AbortSignal): Promise<void> {
    const result = await outcomeOf(channel, row, signal)
    if (result === 'unknown') {
      deps.onAttempt(channel.channel, 'UNKNOWN')
      return
    }
    const now = clock.now()
    const verdict = judge(result, {
      attempts: row.attempts,
      now,
      giveUpAt: row.giveUpAt.getTime(),
      fraction: deps.ids.fraction(),
    })
    await settle(row, verdict, new Date(now))
    deps.onAttempt(channel.channel, verdict.state)
    log[verdict.state === 'FAILED' ? 'warn' : 'info'](
      {
        delivery: row.id,
        channel: row.channel,
        state: verdict.state,
        attempts: row.attempts,
        detail: verdict.detail,
      },
      'delivery attempted',
    )
  }

  async function settle(row: DeliveryRow, verdict: Verdict, now: Date): Promise<void> {
    if (verdict.state !== 'FAILED') {
      await settleDelivery(db.orm, row, verdict, now)
      return
    }
    await db.transaction(async (tx) => {
      if (await settleDelivery(tx, row, verdict, now)) await deps.onFailed(tx, row)
    })
  }

  async function outcomeOf(
    channel: Channel,
    row: DeliveryRow,
    signal: AbortSignal,
  ): Promise<SendResult | 'unknown'> {
    if (row.giveUpAt.getTime() <= clock.now()) {
      const last = row.detail ?? 'it could not be sent in time'
      return {
        outcome: 'failed',
        permanent: true,
        detail: `gave up after ${row.attempts - 1} attempts: ${last}`,
      }
    }
    if (row.payload === null) return { outcome: 'failed', permanent: true, detail: 'the message is gone' }
    let message: ReturnType<PayloadSeal['open']>
    try {
      message = deps.seal.open(row.id, row.payload)
    } catch {
      log.error({ delivery: row.id }, 'a stored message cannot be opened: was the secret changed?')
      return { outcome: 'failed', permanent: true, detail: 'the stored message cannot be opened' }
    }
    const { id, recipient, language, createdAt, attempts: attempt } = row
    try {
      return await channel.send(
        { id, recipient, language, createdAt, attempt, message, idempotencyKey: idempotencyKeyOf(row) },
        AbortSignal.any([signal, clock.timeoutSignal(attemptMs)]),
      )
    } catch (error) {
      if (signal.aborted) return 'unknown'
      return { outcome: 'failed', permanent: false, detail: oneLine(`${channel.channel}: ${String(error)}`) }
    }
  }

  return {
    pass: async (channel, signal) => {
      const passed = new AbortController()
      const cut = new AbortController()
      const onStop = () => {
        void clock.sleep(graceMs, passed.signal).then(() => {
          cut.abort()
        })
      }
      signal.addEventListener('abort', onStop, { once: true })
      let attempts = 0
      while (!signal.aborted) {
        const now = clock.now()
        const rows = await claimDeliveries(db.orm, {
          channel: channel.channel,
          worker: deps.worker,
          now: new Date(now),
          leaseUntil: new Date(now + leaseMs),
          limit: channel.concurrency,
        })
        await Promise.all(rows.map((row) => attempt(channel, row, cut.signal)))
        attempts += rows.length
        if (rows.length < channel.concurrency) break
      }
      passed.abort()
      signal.removeEventListener('abort', onStop)
      // What the stop interrupted may be taken by the next process at once instead of a minute later.
      if (signal.aborted) await releaseLeases(db.orm, new Date(clock.now()), deps.worker)
      return attempts
    },
  }
}

/** Not guessable from the id alone, and another one after a restore into an empty database gave the id again. */
function idempotencyKeyOf(row: DeliveryRow): string {
  return createHash('sha256')
    .update(`${row.id}\n${row.dedupeKey}\n${row.createdAt.toISOString()}`)
    .digest('hex')
    .slice(0, 32)
}
