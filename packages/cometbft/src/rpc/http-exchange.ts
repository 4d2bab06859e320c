import { ChainReadError, rootMessage } from '../errors.ts'
import type { EndpointAddress } from './endpoint-address.ts'

/** One POST that follows no redirect. */
export interface Post {
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  redirect: 'manual'
  signal: AbortSignal
}

/** Of an answer, what is read of it. */
interface Answer {
  status: number
  /** As it comes, decompressed; whoever leaves off closes the connection. null: there is none. */
  body: AsyncIterable<Uint8Array> | null
}

/** What is needed of a platform's `fetch`. */
export type Fetch = (url: string, init: Post) => Promise<Answer>

/**
 * What comes of some work, unless the signal aborts before: then the error that `late` makes. The work itself goes on, and
 * what becomes of it is nobody's business any more.
 */
export function withinTime<T>(signal: AbortSignal, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(late())
    const finish = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(finish)
  })
}

interface ExchangeDeps {
  address: EndpointAddress
  fetch: Fetch
  timeoutSignal: (ms: number) => AbortSignal
}

interface ExchangeRequest {
  /** For the error only. */
  method: string
  body: string
  deadlineMs: number
  maxResponseBytes: number
}

export interface ExchangeAnswer {
  status: number
  text: string
}

class TooLargeError extends Error {}

/**
 * One POST. The deadline covers the body too, and holds even where the injected fetch does not heed its signal.
 * Redirects are not followed: they would turn a POST into a GET, and carry credentials to another host.
 *
 * @throws ChainReadError timeout, transport or too_large
 */
export async function exchange(deps: ExchangeDeps, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { address } = deps
  const fail = (kind: 'timeout' | 'transport' | 'too_large', reason: string, cause?: unknown) =>
    new ChainReadError({
      kind,
      host: address.host,
      method: request.method,
      reason,
      cause: safeCause(cause, address),
    })

  const signal = deps.timeoutSignal(request.deadlineMs)
  try {
    return await withinTime(signal, post(deps, request, signal), () => new Error('aborted'))
  } catch (cause) {
    if (cause instanceof TooLargeError) {
      throw fail('too_large', `the response is larger than ${request.maxResponseBytes} bytes`)
    }
    if (signal.aborted) throw fail('timeout', `no response within ${request.deadlineMs} ms`)
    throw fail('transport', `connection failed (${address.redact(rootMessage(cause))})`, cause)
  }
}

async function post(
  deps: ExchangeDeps,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  const response = await deps.fetch(deps.address.target, {
    method: 'POST',
    headers: deps.address.headers,
    body: request.body,
    redirect: 'manual',
    signal,
  })
  const text = await readBounded(response, request.maxResponseBytes)
  if (text === null) throw new TooLargeError()
  return { status: response.status, text }
}

/** The text of an answer of at most so many bytes, decompressed; null: it is longer, and the rest is discarded. */
export async function readBounded({ body }: Pick<Answer, 'body'>, most: number): Promise<string | null> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Leaving the loop cancels what is still to come.
  for await (const part of body) {
    size += part.byteLength
    if (size > most) return null
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** The cause, without what it may hold of the address in its message, stack or properties. */
function safeCause(cause: unknown, address: EndpointAddress): Error | undefined {
  return cause === undefined ? undefined : new Error(address.redact(rootMessage(cause)))
}
