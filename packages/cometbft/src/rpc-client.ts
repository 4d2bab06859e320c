import { parseEndpointAddress } from './endpoint-address.ts'
import { ChainReadError } from './errors.ts'
import type { Fetch } from './fetch.ts'
import { exchange } from './http-exchange.ts'
import { createAnswerReader, isFields, type RpcOutcome } from './rpc-answer.ts'

export type { Fetch, RpcOutcome }

export interface RpcLimits {
  /** Deadline of one HTTP exchange, body included. */
  deadlineMs: number
  /** Largest answer that is read, in bytes. */
  maxResponseBytes: number
  /** Calls in one batch; CometBFT's own limit is ten. */
  maxBatch: number
}

export interface RpcClientDeps {
  /** http or https; may carry `user:password@`, a path and a query. */
  url: string
  fetch: Fetch
  /** Milliseconds that never go back. */
  clock: { monotonic(): number }
  timeoutSignal: (ms: number) => AbortSignal
  limits?: Partial<RpcLimits>
}

export interface RpcRequest {
  method: string
  params: Readonly<Record<string, unknown>>
}

export interface CallOptions {
  deadlineMs?: number
}

export interface RpcClient {
  readonly host: string
  /** The `result` of one call. Rejects with `ChainReadError` only. */
  call(method: string, params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  /**
   * Outcomes in the order of the requests. Rejects (`ChainReadError`) only when the whole exchange failed; a server
   * that refuses batches is asked one by one from then on.
   */
  batch(requests: readonly RpcRequest[], options?: CallOptions): Promise<RpcOutcome[]>
  /** Duration of the last exchange that was answered, in ms. */
  latencyMs(): number | null
  /** Makes a text from this endpoint fit to be shown. */
  redact: (text: string) => string
}

const DEFAULT_LIMITS: RpcLimits = { deadlineMs: 8_000, maxResponseBytes: 8 * 1024 * 1024, maxBatch: 10 }
/** Calls at once against a server that takes no batches. */
const SINGLES_AT_ONCE = 4

/**
 * JSON-RPC over HTTP POST to one endpoint. Makes no connection before it is asked.
 *
 * @throws TypeError where `url` is no http(s) address
 */
export function createRpcClient(deps: RpcClientDeps): RpcClient {
  const address = parseEndpointAddress(deps.url)
  const answers = createAnswerReader(address)
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  let nextId = 1
  let latencyMs: number | null = null
  let takesBatches = true

  async function send(method: string, body: unknown, options: CallOptions): Promise<unknown> {
    const startedAt = deps.clock.monotonic()
    const answer = await exchange(
      { address, fetch: deps.fetch, timeoutSignal: deps.timeoutSignal },
      {
        method,
        body: JSON.stringify(body),
        deadlineMs: options.deadlineMs ?? limits.deadlineMs,
        maxResponseBytes: limits.maxResponseBytes,
      },
    )
    latencyMs = Math.max(0, deps.clock.monotonic() - startedAt)
    return answers.parse(method, answer)
  }

  const envelope = (request: RpcRequest) => ({ jsonrpc: '2.0', id: nextId++, ...request })

  async function single(request: RpcRequest, options: CallOptions): Promise<RpcOutcome> {
    return answers.outcome(request.method, await send(request.method, envelope(request), options))
  }

  async function call(
    method: string,
    params: RpcRequest['params'],
    options: CallOptions = {},
  ): Promise<unknown> {
    const outcome = await single({ method, params }, options)
    if (!outcome.ok) throw outcome.error
    return outcome.result
  }

  async function oneByOne(requests: readonly RpcRequest[], options: CallOptions): Promise<RpcOutcome[]> {
    const settle = (request: RpcRequest) => single(request, options).catch(asOutcome)
    const outcomes: RpcOutcome[] = []
    for (let at = 0; at < requests.length; at += SINGLES_AT_ONCE) {
      outcomes.push(...(await Promise.all(requests.slice(at, at + SINGLES_AT_ONCE).map(settle))))
    }
    return outcomes
  }

  async function together(
    requests: readonly RpcRequest[],
    options: CallOptions,
  ): Promise<RpcOutcome[] | null> {
    const sent = requests.map(envelope)
    const value = await send('batch', sent, options).catch((error: unknown) => {
      if (refusesBatches(error)) return null
      throw error
    })
    if (!Array.isArray(value)) return null
    const byId = new Map<unknown, unknown>()
    for (const item of value) if (isFields(item)) byId.set(item['id'], item)
    return sent.map(({ id, method }) => answers.outcome(method, byId.get(id)))
  }

  async function chunk(requests: readonly RpcRequest[], options: CallOptions): Promise<RpcOutcome[]> {
    if (requests.length > 1 && takesBatches) {
      const outcomes = await together(requests, options)
      if (outcomes !== null) return outcomes
      const singles = await oneByOne(requests, options)
      // Only a server that answers single calls has refused the batch as such.
      if (singles.some((outcome) => outcome.ok)) takesBatches = false
      return singles
    }
    return oneByOne(requests, options)
  }

  async function batch(requests: readonly RpcRequest[], options: CallOptions = {}): Promise<RpcOutcome[]> {
    const outcomes: RpcOutcome[] = []
    for (let at = 0; at < requests.length; at += limits.maxBatch) {
      outcomes.push(...(await chunk(requests.slice(at, at + limits.maxBatch), options)))
    }
    return outcomes
  }

  return { host: address.host, call, batch, latencyMs: () => latencyMs, redact: address.redact }
}

const BATCH_REFUSALS = new Set([400, 404, 405, 413, 415, 422, 500, 501])

function refusesBatches(error: unknown): boolean {
  return error instanceof ChainReadError && error.kind === 'http' && BATCH_REFUSALS.has(error.code ?? 0)
}

function asOutcome(error: unknown): RpcOutcome {
  if (error instanceof ChainReadError) return { ok: false, error }
  throw error
}
