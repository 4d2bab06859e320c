import type { BlockObservation, SetMember } from './domain.ts'
import type { EndpointPool, PoolHead } from './endpoint-pool.ts'

/** Validator sets by `validators_hash`, bounded; one for each network, kept between walks. */
export interface SetCache {
  get(validatorsHash: string): readonly SetMember[] | undefined
  put(validatorsHash: string, set: readonly SetMember[]): void
  drop(validatorsHash: string): void
}

export interface WalkRequest {
  pool: EndpointPool
  sets: SetCache
  /** The next height that is wanted. */
  from: number
  /** At most so many heights in this call. */
  limit: number
  /** The block at `from - 1` if it is known: the next one must follow from it, else `ChainReadError` kind `fork`. */
  previousHash: string | null
}

export interface WalkResult {
  /** Canonical blocks in order, without holes, from `gap.to + 1` or else from `from`. May be empty. */
  blocks: BlockObservation[]
  /** Heights that no endpoint keeps any more. Go on at `gap.to + 1`, with `previousHash: null`. */
  gap: { from: number; to: number } | null
  head: PoolHead | null
}

/** Reads the blocks from `from` up to the newest canonical one. Rejects with `ChainReadError` only. */
export type Walk = (request: WalkRequest) => Promise<WalkResult>
