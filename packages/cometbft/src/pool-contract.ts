import type { EndpointView } from './domain.ts'
import type { EndpointAnswer } from './endpoint-answer.ts'
import type { NodeClient } from './node-client.ts'
import type { PoolHead } from './pool-head.ts'

/** An endpoint failed a check that another one's answer passed. */
export interface Lie {
  host: string
  /** What both said: hosts, heights, hashes. */
  reason: string
}

export interface UseOptions {
  /** Prefer endpoints that say they still keep this height. */
  keepsHeight?: number
  /**
   * Prefer endpoints that claim to have this height, for work that is a few questions. One that fails then counts as not
   * having it; one that is not done in time is left while there is another.
   */
  hasHeight?: number
  /**
   * Hosts that have said enough: they are asked only when no other is left, and the answer is a second opinion that
   * does not make its endpoint the one in use.
   */
  otherThan?: readonly string[]
}

export interface EndpointPool {
  /**
   * Asks for the status of every endpoint that is due: the one in use each time, hosts that have announced a block
   * too, others now and then. Returns when the one in use has answered, or with none in use when one that is fit has
   * (the first time: when all have). Late ones go on and count when they come. Never rejects.
   */
  probe(hinting?: readonly string[]): Promise<void>
  /**
   * Does `work` on the best endpoint. Where it rejects with a `ChainReadError` that another endpoint may not have,
   * the next one is tried within the same call. Rejects with the gravest error of those tried; kind `pruned` only
   * if all of them said so.
   */
  use<T>(work: (node: NodeClient, view: EndpointView) => Promise<T>, options?: UseOptions): Promise<T>
  /** Puts one question to every endpoint that is fit for use, all at a time, with little patience. */
  poll<T>(work: (node: NodeClient, view: EndpointView) => Promise<T>): Promise<EndpointAnswer<T>[]>
  /** A block of this host is believed: from now on it is the head, where it is the newest. */
  believe(host: string, block: { height: number; time: number }): void
  /** What this host said is refuted by what another one proved: it is LYING for an hour. `reason` names no URL. */
  blame(host: string, reason: string): void
  views(): EndpointView[]
  /** An endpoint that failed within the last minute said before that it keeps this height: it may be back soon. */
  mayKeepSoon(height: number): boolean
  /** One that was fit for use within the last minute fails now: the last word is not spoken without it. */
  maySpeakSoon(): boolean
  /** A host that is fit for use has told a higher block than before within three blocks' time, or has just been met. */
  goesOn(host: string): boolean
  /** The newest block that endpoints claim to have: where to look. */
  claim(): PoolHead | null
  /** The newest block that is believed, since its header was. */
  head(): PoolHead | null
  /** All endpoints that answer for this network are catching up (and at least one does). */
  allCatchingUp(): boolean
  /** The chain id that is held to: the configured one, else what most endpoints said first. */
  readonly chainIdSeen: string | null
  /** Mean time between the newest blocks in ms, by header times; null before it is known. */
  blockTimeMs(): number | null
  /** Resolves when no probe is under way any more (for a clean stop, and for tests). */
  idle(): Promise<void>
}
