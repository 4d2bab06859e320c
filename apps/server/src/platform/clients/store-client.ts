import { parseEndpointAddress } from '@roundsman/cometbft/endpoint-address'
import { rootMessage } from '@roundsman/cometbft/errors'
import { readBounded } from '@roundsman/cometbft/http-exchange'
import type { Clock } from '../clock.ts'
import { linkedSignal } from './http-client.ts'

/** A store that is down, slow or says what cannot be. Its message names the store by host and holds no key. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
}

interface StoreRequest {
  /** Below `/api/v1/`. */
  call: 'write' | 'query' | 'query_range'
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer>
  deadlineMs: number
  /** Of the answer, unpacked; 8 MiB unless another bound is given. */
  mostBytes?: number
  /** Ends it before its time. */
  signal?: AbortSignal
}

interface StoreAnswer {
  status: number
  text: string
}

export interface StoreClient {
  host: string
  /** @throws StoreFailure where there is no answer in time, or a larger one than any of ours. */
  post(request: StoreRequest): Promise<StoreAnswer>
  /** With what may be shown of a text that the store said. */
  failure(reason: string): StoreFailure
}

/** A chart of a hundred validators over thirty days is half a megabyte. */
const longestAnswer = 8 * 1024 * 1024

/**
 * Requests to a Prometheus-compatible store. User and password of its address go as basic authorization, its query
 * with every request; only the host is ever shown.
 */
export function createStoreClient(
  url: string,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Pick<Clock, 'timeoutSignal'> },
): StoreClient {
  const address = parseEndpointAddress(url)
  const failure = (reason: string) => new StoreFailure(address.redact(`the store ${address.host} ${reason}`))

  async function send(
    { call, headers, body, mostBytes = longestAnswer }: StoreRequest,
    signal: AbortSignal,
  ): Promise<StoreAnswer> {
    const target = new URL(address.target)
    target.pathname = `${target.pathname.replace(/\/+$/, '')}/api/v1/${call}`
    const answer = await fetch(target, {
      method: 'POST',
      headers: { ...address.headers, ...headers },
      body,
      // Another host would be shown the credentials.
      redirect: 'manual',
      signal,
    })
    const text = await readBounded(answer, mostBytes)
    if (text === null) throw failure(`sent more than ${mostBytes} bytes`)
    return { status: answer.status, text }
  }

  return {
    host: address.host,
    failure,
    async post(request) {
      const deadline = clock.timeoutSignal(request.deadlineMs)
      const linked = linkedSignal(...(request.signal ? [request.signal, deadline] : [deadline]))
      try {
        return await send(request, linked.signal)
      } catch (error) {
        if (error instanceof StoreFailure) throw error
        if (deadline.aborted) throw failure(`did not respond within ${request.deadlineMs} ms`)
        throw failure(`cannot be reached (${rootMessage(error)})`)
      } finally {
        linked.release()
      }
    },
  }
}
