import { ChainReadError } from '../errors.ts'
import { type EndpointAddress, parseEndpointAddress } from './endpoint-address.ts'
import { exchange, type ExchangeAnswer, type Fetch } from './http-exchange.ts'

export type { Fetch }

export interface RpcLimits {
  /** Deadline of one HTTP exchange, body included. */
  deadlineMs: number
  /** Largest answer that is read, in bytes. */
  maxResponseBytes: number
  /** Calls in one batch; CometBFT's own limit is ten. */
  maxBatch: number
}

interface RpcClientDeps {
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
   * Outcomes in the order of the requests. Rejects (`ChainReadError`) only when the first exchange failed; after one of
   * which nothing came no more are sent. A server that refuses batches is asked one by one from then on.
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
/** Batches at once to a server that takes so long for an answer, and has taken one. */
const BATCHES_AT_ONCE = 6
const SLOW_MS = 500

/**
 * JSON-RPC over HTTP POST to one endpoint. Makes no connection before it is asked.
 *
 * @throws TypeError where `url` is no http(s) address
 */
export function createRpcClient(deps: RpcClientDeps): RpcClient {
  const address = parseEndpointAddress(deps.url)
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  let nextId = 1
  let latencyMs: number | null = null
  let takesBatches = true
  let hasTakenOne = false

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
    return parseAnswer(address, method, answer)
  }

  const envelope = (request: RpcRequest) => ({ jsonrpc: '2.0', id: nextId++, ...request })

  async function single(request: RpcRequest, options: CallOptions): Promise<RpcOutcome> {
    return outcomeOf(address, request.method, await send(request.method, envelope(request), options))
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
    const outcomeOf = (request: RpcRequest) => single(request, options).catch(asOutcome)
    const outcomes: RpcOutcome[] = []
    for (let at = 0; at < requests.length; at += SINGLES_AT_ONCE) {
      outcomes.push(...(await Promise.all(requests.slice(at, at + SINGLES_AT_ONCE).map(outcomeOf))))
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
    hasTakenOne = true
    const byId = new Map<unknown, unknown>()
    for (const item of value) if (isFields(item)) byId.set(item['id'], item)
    return sent.map(({ id, method }) => outcomeOf(address, method, byId.get(id)))
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
    const chunks = Array.from({ length: Math.ceil(requests.length / limits.maxBatch) }, (_, index) =>
      requests.slice(index * limits.maxBatch, (index + 1) * limits.maxBatch),
    )
    const brought: RpcOutcome[][] = []
    let next = 0

    async function work(most = chunks.length): Promise<void> {
      for (let done = 0; done < most && next < chunks.length; done++) {
        const index = next++
        const sent = chunks[index] ?? []
        const outcomes = await chunk(sent, options).catch((error: unknown) => {
          if (!(error instanceof ChainReadError)) throw error
          if (index > 0) return failedWith(error, sent)
          next = chunks.length
          throw error
        })
        brought[index] = outcomes
        const last = outcomes.at(-1)
        if (last?.ok !== false || outcomes.some(({ ok }) => ok)) continue
        for (; next < chunks.length; next++) brought[next] = failedWith(last.error, chunks[next] ?? [])
      }
    }

    // The first one of all shows whether the server takes batches, and how long it takes.
    if (!hasTakenOne) await work(1)
    const isSlow = hasTakenOne && (latencyMs ?? 0) > SLOW_MS
    await Promise.all(Array.from({ length: isSlow ? BATCHES_AT_ONCE : 1 }, work))
    return brought.flat()
  }

  return { host: address.host, call, batch, latencyMs: () => latencyMs, redact: address.redact }
}

const BATCH_REFUSALS = new Set([400, 404, 405, 413, 415, 422, 500, 501])

function refusesBatches(error: unknown): boolean {
  return error instanceof ChainReadError && error.kind === 'http' && BATCH_REFUSALS.has(error.code ?? 0)
}

function failedWith(error: ChainReadError, requests: readonly RpcRequest[]): RpcOutcome[] {
  return requests.map(() => ({ ok: false, error }))
}

function asOutcome(error: unknown): RpcOutcome {
  if (error instanceof ChainReadError) return { ok: false, error }
  throw error
}

/** What became of one call. */
export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: ChainReadError }

type Fields = Readonly<Record<string, unknown>>

/** @throws ChainReadError http, not_json */
function parseAnswer(address: EndpointAddress, method: string, { status, text }: ExchangeAnswer): unknown {
  const source = { host: address.host, method }
  const value = jsonOrUndefined(text)
  const usable = status >= 200 && status < 300
  // CometBFT sends a JSON-RPC error with status 500 at times; gateways send pages of HTML with it.
  if (!usable && !isErrorEnvelope(value) && !Array.isArray(value)) {
    throw new ChainReadError({ kind: 'http', ...source, reason: httpReason(status), code: status })
  }
  if (value === undefined)
    throw new ChainReadError({ kind: 'not_json', ...source, reason: 'the response is not JSON' })
  return value
}

/** What an envelope says; nothing of what is inside a `result` is known here. */
function outcomeOf(address: EndpointAddress, method: string, envelope: unknown): RpcOutcome {
  const source = { host: address.host, method }
  if (isErrorEnvelope(envelope)) {
    const text = errorText(envelope.error)
    const code = typeof envelope.error['code'] === 'number' ? envelope.error['code'] : null
    const kind = saysPruned(text) ? 'pruned' : 'rpc'
    return { ok: false, error: new ChainReadError({ kind, ...source, reason: address.redact(text), code }) }
  }
  if (isFields(envelope) && 'result' in envelope) return { ok: true, result: envelope['result'] }
  const reason = 'the response is not JSON-RPC'
  return { ok: false, error: new ChainReadError({ kind: 'schema', ...source, reason }) }
}

function httpReason(status: number): string {
  if (status === 429) return 'too many requests (HTTP 429)'
  if (status >= 300 && status < 400) return `HTTP ${status}: moved; give the address it moved to`
  return `HTTP ${status}`
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isErrorEnvelope(value: unknown): value is { error: Fields } {
  return isFields(value) && isFields(value['error'])
}

function errorText(error: Fields): string {
  const parts = [error['message'], error['data']].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? 'an error without a text' : parts.join(': ')
}

/**
 * The words by which nodes say that a height is no longer kept:
 * CometBFT `height 5 is not available, lowest height is 100`, `could not find validator set for height #5`;
 * Cosmos SDK `failed to load state at height 5; version does not exist`, `version mismatch on immutable IAVL tree`,
 * `proof is unexpectedly empty; ensure height has not been pruned`.
 * A height in the future ("must be less than or equal to the current blockchain height") is none of these.
 */
const PRUNED =
  /lowest height is|height \d+ is not available|could not find .{1,40} for height|no (?:commit|validators?|validator set|block) (?:found )?(?:for|at) height|failed to load state at height|version does not exist|version mismatch on immutable|\bpruned\b/i
/** The application says these of a height that it has not committed yet, too. */
const PRUNED_OR_FUTURE = /version does not exist|proof is unexpectedly empty|failed to load state at height/i
const LONGEST = 1_000
const FUTURE = /less than or equal to the current|height in the future/i

function saysPruned(text: string): boolean {
  const start = text.slice(0, LONGEST)
  return PRUNED.test(start) && !FUTURE.test(start)
}

/**
 * Whether an application's error says that the state of `height` is no longer kept. It has the same words for a
 * height that it has not reached: then `newest`, the newest block that the node has shown, decides. The application
 * is a moment behind its blocks, so the state of the newest one may not be there yet either.
 */
export function saysStatePruned(text: string, height: number, newest: number | null): boolean {
  if (!saysPruned(text)) return false
  if (!PRUNED_OR_FUTURE.test(text.slice(0, LONGEST))) return true
  return newest !== null && height < newest
}
