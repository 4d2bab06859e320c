import { createHash } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import { linkedSignal } from '../../../platform/clients/http-client.ts'
import { type Channel, oneLine, type SendResult } from '../channels/channel.ts'
import { attemptsMade, type DeliveryRow, wasHandedOver } from '../ledger/delivery.schema.ts'
import type { ClaimedDelivery, Verdict } from '../ledger/delivery.store.ts'
import { type Buckets, type TakenDelivery, waitsForTurn } from './buckets.ts'
import { type Budgets, waitsForMore } from './budgets.ts'
import { waitsForLine, waitsForPeace } from './lines.ts'
import type { Outcomes } from '../ledger/outcomes.ts'
import type { Message, NotificationsLog } from '../ledger/new-delivery.ts'
import type { Composed, Composers } from './composers.ts'
import { callOverDetail, earlyDetail, outdatedDetail } from '../ledger/waiting.store.ts'
import { firstAskMs } from '../ledger/receipt.store.ts'

/** Longest time one attempt may take; channels keep below it. */
export const attemptMs = 30_000

interface AttemptDeps {
  clock: Clock
  ids: Ids
  log: NotificationsLog
  composers: Pick<Composers, 'compose' | 'remember'>
  outcomes: Pick<Outcomes, 'record' | 'recordReceipt' | 'count'>
  buckets: Pick<Buckets, 'backOff'>
  budgets: Pick<Budgets, 'wentOut'>
  /** True for a kind whose readers may answer. */
  isAnswerable(kind: string | null): boolean
  /** Counts attempts by what became of them. */
  onAttempt: (channel: string, state: Verdict['state'] | 'UNANSWERED' | 'UNKNOWN') => void
}

/** What is known of the lease under which a row was claimed. */
export interface ClaimLease {
  leftMs(this: void): number
  heldMs(this: void): number
}

interface StopSignals {
  /** The process stops: nothing more is handed to a provider. */
  stopping: AbortSignal
  /** What was handed to a provider is not waited for any longer. */
  cut: AbortSignal
}

/**
 * What is known of a row afterwards. `recorded`: written down. `unsent`: it was never handed to the provider. `unknown`:
 * it was, and nobody knows the outcome; its lease keeps everybody else from it until the provider can be asked.
 */
type AttemptEnd = 'recorded' | 'unsent' | 'unknown'

export type MakeAttempt = (
  channel: Channel,
  row: TakenDelivery,
  lease: ClaimLease,
  signals: StopSignals,
) => Promise<AttemptEnd>

/** One attempt at a claimed row: composes, sends, writes down what became of it (D3 to D6). */
export function createAttempt(deps: AttemptDeps): MakeAttempt {
  const { clock, log, outcomes } = deps

  async function record(row: ClaimedDelivery, verdict: Verdict): Promise<void> {
    await outcomes.record(row, verdict)
    deps.onAttempt(row.channel, verdict.state)
    const { id: delivery, channel, attempts } = row
    const { state, detail } = verdict
    log[state === 'FAILED' ? 'warn' : 'info'](
      { delivery, channel, state, attempts, detail },
      'delivery attempted',
    )
  }

  /** The message, or what there is to write down instead. */
  async function composed(row: ClaimedDelivery): Promise<Composed | { failed: Failure }> {
    try {
      return await deps.composers.compose(row)
    } catch (error) {
      log.error({ delivery: row.id, kind: row.kind, err: error }, 'a message could not be composed')
      return { failed: { outcome: 'failed', permanent: false, detail: 'the message could not be composed' } }
    }
  }

  async function send(
    channel: Channel,
    row: ClaimedDelivery,
    message: Message,
    lease: ClaimLease,
    cut: AbortSignal,
  ): Promise<SendResult | 'unknown'> {
    const begunMs = lease.heldMs()
    // A storm is one pass, whose signal outlives each of a million attempts.
    const limited = linkedSignal(cut, clock.timeoutSignal(attemptMs))
    try {
      return await channel.send(
        {
          id: row.id,
          recipient: row.recipient,
          language: message.language ?? row.language,
          message,
          idempotencyKey: idempotencyKeyOf(row),
          createdAt: row.createdAt,
          dueAt: row.waitsUntil ?? row.createdAt,
          attempt: row.attempts - row.endedAttempts,
          lastDetail: row.detail !== null && waitDetails.has(row.detail) ? null : row.detail,
          isAnswerable: deps.isAnswerable(row.kind),
          mayStillSend: () => lease.heldMs() - begunMs < attemptMs,
        },
        limited.signal,
      )
    } catch (error) {
      if (cut.aborted) return 'unknown'
      return { outcome: 'failed', permanent: false, detail: oneLine(`${channel.channel}: ${String(error)}`) }
    } finally {
      limited.release()
    }
  }

  return async (channel, row, lease, { stopping, cut }) => {
    const verdictOf = (result: Ended) =>
      judge(result, {
        attempts: attemptsMade(row),
        leftMs: row.leftMs - lease.heldMs(),
        fraction: deps.ids.fraction(),
        ...(channel.ask ? { askInMs: firstAskMs } : {}),
      })
    if (row.leftMs <= 0) {
      const last = row.detail ?? 'it could not be sent in time'
      const detail = oneLine(`gave up after ${attemptsMade(row) - 1} attempts: ${last}`)
      await record(row, { state: 'FAILED', detail, isStale: true })
      return 'recorded'
    }
    const found = await composed(row)
    if (stopping.aborted) return 'unsent'
    if ('failed' in found) {
      await record(row, verdictOf(found.failed))
      return 'recorded'
    }
    if ('wait' in found) {
      await record(row, { state: 'QUEUED', wait: found.wait, detail: found.wait.detail })
      return 'recorded'
    }
    if ('nothing' in found) {
      if (found.nothing === 'unreadable') {
        log.error({ delivery: row.id }, 'a stored message cannot be decrypted: was the secret changed?')
      }
      if (found.nothing === 'recorded') {
        outcomes.count(row.channel, 'SUPPRESSED')
        deps.onAttempt(row.channel, 'SUPPRESSED')
      } else await record(row, withLastOutcome(withoutMessage[found.nothing], row))
      return 'recorded'
    }
    // What no key makes known again is remembered before it is sent, and said again after a lost answer (D31).
    if (!channel.isRepeatable && !(await deps.composers.remember(row, found.message))) return 'unsent'
    // Whoever slept since the claim may have a successor by now (D30).
    if (lease.leftMs() < attemptMs || stopping.aborted) return 'unsent'
    const result = await send(channel, row, found.message, lease, cut)
    if (result === 'unknown') {
      deps.onAttempt(channel.channel, 'UNKNOWN')
      return 'unknown'
    }
    if (result.outcome === 'unsent') return 'unsent'
    if (result.outcome === 'unanswered') {
      await outcomes.recordReceipt({ deliveryId: row.id }, { ...result, state: 'UNANSWERED' })
      deps.onAttempt(channel.channel, 'UNANSWERED')
      return 'recorded'
    }
    const backoffMs = result.outcome === 'failed' ? result.retryAfterMs : result.backoffMs
    if (backoffMs !== undefined && backoffMs > 0) await deps.buckets.backOff(row.credentials, backoffMs)
    await record(row, verdictOf(result))
    if (result.outcome !== 'failed') await deps.budgets.wentOut(row)
    return 'recorded'
  }
}

type Failure = Extract<SendResult, { outcome: 'failed' }>
/** Of which a verdict follows. */
type Ended = Exclude<SendResult, { outcome: 'unanswered' | 'unsent' }>

const withoutMessage: Readonly<
  Record<Exclude<Extract<Composed, { nothing: unknown }>['nothing'], 'recorded'>, Verdict>
> = {
  old: { state: 'SUPPRESSED', detail: 'it was over: an email says so', isStale: true },
  early: {
    state: 'QUEUED',
    delayMs: 15_000,
    detail: earlyDetail,
    isLook: true,
  },
  outdated: { state: 'SUPPRESSED', detail: outdatedDetail },
  over: { state: 'SUPPRESSED', detail: callOverDetail, isLook: true },
  gone: { state: 'FAILED', detail: 'the message is gone' },
  unreadable: { state: 'FAILED', detail: 'the stored message cannot be opened' },
}

/**
 * What the attempt before came to stays beside why there is no other one (E243): whoever was rung in vain was called.
 */
function withLastOutcome(verdict: Verdict, row: DeliveryRow): Verdict {
  const { detail } = row
  if (verdict.state !== 'SUPPRESSED' || detail === null || notAnOutcome.has(detail)) return verdict
  // Nor is why it waited.
  if (!wasHandedOver(row)) return verdict
  return { ...verdict, detail: oneLine(`${detail}; ${verdict.detail}`) }
}
const waitDetails: ReadonlySet<string> = new Set([waitsForTurn, waitsForLine, waitsForPeace, waitsForMore])
const notAnOutcome: ReadonlySet<string> = new Set([...waitDetails, earlyDetail])

/** Not guessable from the id alone, and another one after a restore into an empty database gave the id again. */
function idempotencyKeyOf(row: DeliveryRow): string {
  return createHash('sha256')
    .update(`${row.id}\n${row.dedupeKey}\n${row.createdAt.toISOString()}`)
    .digest('hex')
    .slice(0, 32)
}

const firstDelayMs = 5_000
const longestDelayMs = 15 * 60_000

interface Attempt {
  /** How many attempts there were, this one counted. */
  attempts: number
  /** How long it is still worth sending, in milliseconds from now. */
  leftMs: number
  /** Uniform in [0, 1). */
  fraction: number
  /** After which time the provider is asked for a receipt that did not come, where it can be. */
  askInMs?: number
}

/**
 * What follows from one attempt (D5, D6): doubling delays from 5 s to 15 min, each between half and one and a half,
 * never sooner than the provider asked for; permanent errors and a next attempt when it is worth nothing any more end it.
 */
export function judge(result: Ended, attempt: Attempt): Exclude<Verdict, { wait: unknown }> {
  if (result.outcome !== 'failed') {
    const state = result.outcome === 'sent' ? 'SENT' : 'DELIVERED'
    const providerId = result.providerId ?? null
    const isAsked = state === 'SENT' && providerId !== null && attempt.askInMs !== undefined
    return { state, providerId, detail: null, ...(isAsked ? { askInMs: attempt.askInMs } : {}) }
  }
  const detail = oneLine(result.detail)
  if (result.permanent) return { state: 'FAILED', detail }
  const doubled = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt.attempts - 1, 20))
  const delay = Math.max(doubled * (0.5 + attempt.fraction), result.retryAfterMs ?? 0)
  const delayMs = Math.round(delay)
  if (delayMs > attempt.leftMs) {
    return { state: 'FAILED', detail: `gave up after ${attempt.attempts} attempts: ${detail}` }
  }
  return { state: 'QUEUED', delayMs, detail }
}
