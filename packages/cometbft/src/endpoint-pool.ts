import type { EndpointView } from './domain.ts'
import type { NodeClient } from './node-client.ts'
import type { Fetch } from './rpc-client.ts'

export interface EndpointPoolDeps {
  /** Addresses, in the operator's order. May hold credentials and keys; they never come out again. */
  urls: readonly string[]
  /** null: the first answer decides, and all others must equal it. */
  chainId: string | null
  fetch: Fetch
  clock: { now(): number }
  /** A signal that aborts after so many ms; compose it with one's own shutdown signal. */
  timeoutSignal: (ms: number) => AbortSignal
  /** 0 <= x < 1, spreads back-off and first choices. */
  random: () => number
}

/** The newest block that is believed. `inStep`: an endpoint fit for use said so within the last 30 s. */
export interface PoolHead {
  height: number
  /** Header time, Unix ms. */
  time: number
  host: string
  inStep: boolean
  /** When the last usable answer came, Unix ms by our clock. */
  observedAt: number
}

export interface UseOptions {
  /** Prefer endpoints that say they still keep this height. */
  keepsHeight?: number
}

export interface EndpointPool {
  /**
   * Asks for the status of every endpoint that is due: the one in use each time, others now and then. Returns when
   * the one in use has answered (with none in use: when all have); late ones go on and count when they come.
   * Never rejects.
   */
  probe(): Promise<void>
  /**
   * Does `work` on the best endpoint. Where it rejects with a `ChainReadError` that another endpoint may not have,
   * the next one is tried within the same call. Rejects with the last error; kind `pruned` only if all that were
   * tried said so.
   */
  use<T>(work: (node: NodeClient, view: EndpointView) => Promise<T>, options?: UseOptions): Promise<T>
  views(): EndpointView[]
  head(): PoolHead | null
  /** All endpoints that answer for this network are catching up (and at least one does). */
  allCatchingUp(): boolean
  /** The chain id that is held to: the configured one, else the first that was answered. */
  readonly chainIdSeen: string | null
  /** Median-like time between blocks in ms as measured by header times; null before it is known. */
  blockTimeMs(): number | null
  /** Resolves when no probe is under way any more (for a clean stop, and for tests). */
  idle(): Promise<void>
}
