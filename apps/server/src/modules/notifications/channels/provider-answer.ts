import type * as z from 'zod/mini'
import { type GuardedFetch, OutboundError } from '../../../platform/clients/guarded-fetch.ts'
import { retryAfterMs } from '../../../platform/clients/http-client.ts'
import { oneLine, type SendResult } from './channel.ts'

/** One request to a provider. */
export interface ProviderRequest {
  method: 'POST' | 'PUT' | 'PATCH'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}

export interface ProviderAnswer {
  status: number
  text: string
  /** As the header says it. */
  retryAfterMs: number | null
  /** How long nothing more is taken after this, where headers say that it was the last for now. */
  backoffMs?: number | undefined
}

/** A request with a JSON body. */
export function jsonRequest(
  method: ProviderRequest['method'],
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ProviderRequest {
  return {
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/**
 * Sends a request to an address that a user gave. Gives what went wrong where it was not sent at all; throws an
 * `OutboundError` where nobody knows whether it arrived, or the reason of `signal`.
 */
export async function askProvider(
  guardedFetch: GuardedFetch,
  { url, ...request }: ProviderRequest,
  now: () => number,
  signal: AbortSignal,
): Promise<ProviderAnswer | Extract<SendResult, { outcome: 'failed' }>> {
  try {
    const answer = await guardedFetch(url, { ...request, signal })
    return {
      status: answer.status,
      text: await answer.text(),
      retryAfterMs: retryAfterMs(answer.headers.get('retry-after'), now()),
      backoffMs: backoffMs(answer.headers),
    }
  } catch (error) {
    if (error instanceof OutboundError && error.code === 'address_not_allowed')
      return {
        outcome: 'failed',
        permanent: true,
        detail: error.message,
        isContactRefused: true,
        isAddressRefused: true,
      }
    throw error
  }
}

/** Of what is left says Discord, and whoever does as it does: `X-RateLimit-Remaining`, and the seconds to a new one. */
function backoffMs(headers: Headers): number | undefined {
  const resetAfter = Number(headers.get('x-ratelimit-reset-after') ?? Number.NaN)
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0' && resetAfter > 0 && resetAfter < Infinity
  return isUsedUp ? resetAfter * 1_000 : undefined
}

/** The JSON of an answer as the schema has it; null where it is something else. */
export function readJson<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Refusals that pass: time-outs, conflicts, limits. All others of the 4xx, and redirects, are for good. */
const passing = [408, 409, 425, 429]
/** Too much, and no word of when it will not be: so long nothing is sent there. */
const tooManyMs = 10_000
/** The key, the address or what stands behind it is no good: no other message would be taken. */
const contactRefused = [401, 403, 404, 410]

/**
 * What follows from an answer that is no success: for good where it says that the contact or the message is wrong, for
 * now where the provider is busy or down.
 *
 * @param said the provider's words, where it has any
 * @param waitMs how long it asks to wait, where the header does not say so
 */
export function providerFailure(
  provider: string,
  { status, retryAfterMs: byHeader }: ProviderAnswer,
  said: string | null,
  waitMs: number | null = null,
): Extract<SendResult, { outcome: 'failed' }> {
  const wait = byHeader ?? waitMs ?? (status === 429 ? tooManyMs : null)
  const words = said === null || said.trim() === '' ? '' : `: ${said}`
  return {
    outcome: 'failed',
    permanent: status >= 300 && status < 500 && !passing.includes(status),
    detail: oneLine(`${provider}: HTTP ${status}${words}`),
    ...(contactRefused.includes(status) ? { isContactRefused: true } : {}),
    ...(wait === null ? {} : { retryAfterMs: wait }),
  }
}

/** A success that says something else than the provider says of a message that it took. */
export function unreadableAnswer(provider: string): Extract<SendResult, { outcome: 'failed' }> {
  return { outcome: 'failed', permanent: false, detail: `${provider}: the answer can't be read` }
}
