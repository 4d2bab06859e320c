import type { Assurance, BlockObservation, FullHeader, SetMember } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import type { PoolClock } from '../pool/endpoint-record.ts'
import type { PoolHead } from '../pool/pool-head.ts'
import type { CheckSignature } from '../proof/signature.ts'
import type { Trusted } from '../proof/trusted.ts'
import type { SetCache } from './proven-sets.ts'

export interface WalkRequest {
  pool: EndpointPool
  sets: SetCache
  trust: ChainTrust
  /** The next height that is wanted; null where nothing is known yet: then it begins `back` below the head. */
  from: number | null
  back?: number
  /** At most so many heights in this call. */
  limit: number
  /** The block at `from - 1` if it is known: the next one must follow from it, else `ChainReadError` kind `fork`. */
  previousHash: string | null
  /** The block that proofs begin at, as the last walk gave it; null where there is none yet. */
  trusted: Trusted | null
}

export interface WalkResult {
  /** Settled blocks in order and without holes, beginning at `from`. May be empty. */
  blocks: BlockObservation[]
  /** Heights that no endpoint keeps any more; then `blocks` is empty. Go on at `gap.to + 1`, with `previousHash: null`. */
  gap: Gap | null
  head: PoolHead | null
  /** What to hand in next time: to be stored in the same transaction as the blocks. */
  trusted: Trusted | null
  /** The header of the newest height; its `appHash` is the state of the block below. Null where none was read. */
  newest: NewestHeader | null
}

/** Heights that no endpoint keeps, both included. */
export interface Gap {
  from: number
  to: number
}

export interface NewestHeader {
  header: FullHeader
  assurance: Assurance
  host: string
  /** The set of the height above, whose hash the header has; null where it is not known yet. */
  nextSet: readonly SetMember[] | null
}

/** `to` below `from`: no letters are wanted, the newest header is. */
export interface WalkRange {
  from: number
  to: number
  previousHash: string | null
}

/** An endpoint claims a block that it does not show. */
export function notShown(host: string, height: number): ChainReadError {
  const reason = `it claims block ${height} but does not show it`
  return new ChainReadError({ kind: 'rpc', host, method: 'commit', reason })
}

/** What is known about proving one chain, for as long as a process follows it. Changes in place. */
export interface ChainTrust {
  readonly check: CheckSignature
  readonly clock: PoolClock
  /** A block that the operator vouches for. */
  readonly given: { height: number; hash: string } | null
  /** It could not be had, or nothing leads on from it any more: what was trusted before holds. */
  isGivenForgotten: boolean
  /** At first contact: what only one endpoint reports, and since when it has not gone on (monotonic ms). */
  stalled: { height: number; since: number } | null
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
    check,
    clock,
    given,
    isGivenForgotten: false,
    stalled: null,
    unbondingMs: null,
    notProvable: null,
    suspects: [],
  }
}
