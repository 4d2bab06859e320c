import type { ChainReadError } from './errors.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

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
  clock: { now(): number }
  timeoutSignal: (ms: number) => AbortSignal
  limits?: Partial<RpcLimits>
}

export interface RpcRequest {
  method: string
  params: Readonly<Record<string, unknown>>
}

export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: ChainReadError }

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
}
