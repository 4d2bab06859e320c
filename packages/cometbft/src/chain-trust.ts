import type { PoolClock } from './endpoint-record.ts'
import type { ChainReadError } from './errors.ts'
import type { CheckSignature } from './proof/signature.ts'

/** What is known about proving one chain, for as long as a process follows it. Changes in place. */
export interface ChainTrust {
  readonly check: CheckSignature
  readonly clock: PoolClock
  /** A block that the operator vouches for. */
  readonly given: { height: number; hash: string } | null
  /** It could not be had, or nothing leads on from it any more: what was trusted before holds. */
  isGivenForgotten: boolean
  /** At first contact: what only one endpoint tells, and since when it has not gone on (monotonic ms). */
  standing: { height: number; since: number } | null
  /** As the chain's state says; null while it is not known. */
  unbondingMs: number | null
  /** At first contact no endpoint's block could be proven: why, and when (monotonic ms). */
  notProvable: { reason: string; at: number } | null
  /** Answers that failed a check at a height that nobody has proven yet: who gave them has lied as soon as somebody does. */
  suspects: readonly Suspect[]
}

export interface Suspect {
  error: ChainReadError
  /** The first height that was asked for. */
  from: number
}

export interface ChainTrustDeps {
  check: CheckSignature
  clock: PoolClock
  given?: { height: number; hash: string } | null
}

/** Nothing is known yet. */
export function createChainTrust({ check, clock, given = null }: ChainTrustDeps): ChainTrust {
  return {
    ...{ check, clock, given, isGivenForgotten: false, standing: null },
    ...{ unbondingMs: null, notProvable: null, suspects: [] },
  }
}

/** It may have been the only endpoint that answered, and a liar: tried again from time to time. */
const TRY_AGAIN_MS = 300_000

export function isNotProvable({ notProvable, clock }: ChainTrust): boolean {
  return notProvable !== null && clock.monotonic() - notProvable.at < TRY_AGAIN_MS
}
