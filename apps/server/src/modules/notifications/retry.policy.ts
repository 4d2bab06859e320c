import type { SendResult } from './channels/channel.ts'

const firstDelayMs = 5_000
const longestDelayMs = 15 * 60_000

export interface Attempt {
  /** How many attempts there were, this one counted. */
  attempts: number
  /** How long it is still worth sending, in milliseconds from now. */
  leftMs: number
  /** Uniform in [0, 1). */
  fraction: number
  /** After which time the provider is asked for a receipt that did not come, where it can be. */
  askInMs?: number
}

export type Verdict =
  | { state: 'SENT' | 'DELIVERED'; providerId: string | null; detail: null; askInMs?: number }
  | { state: 'QUEUED'; delayMs: number; detail: string }
  | { state: 'FAILED' | 'SUPPRESSED'; detail: string }

/**
 * What follows from one attempt (D5, D6): doubling delays from 5 s to 15 min, each between half and one and a half,
 * never sooner than the provider asked for; permanent errors and a next attempt when it is worth nothing any more end it.
 */
export function judge(result: Exclude<SendResult, { outcome: 'unanswered' }>, attempt: Attempt): Verdict {
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

/** A provider's words on one line of at most 300 characters, as they are shown and logged. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
