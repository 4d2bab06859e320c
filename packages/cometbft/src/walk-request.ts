import type { ChainTrust } from './chain-trust.ts'
import type { Assurance, BlockObservation, SetMember } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import type { Gap } from './find-gap.ts'
import type { PoolHead } from './pool-head.ts'
import type { FullHeader } from './proof/signed-header.ts'
import type { Trusted } from './proof/trusted.ts'
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
