import { type NewestHeader, type WalkResult, walk } from '@roundsman/cometbft/block-walk'
import type { BlockObservation } from '@roundsman/cometbft/domain'
import type { PoolHead } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError, ProofError } from '@roundsman/cometbft/errors'
import { ContradictionError } from '@roundsman/cometbft/proof/block-proof'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import type { RefusalKind } from '@roundsman/contract/validators'
import type { ChainMemory } from './chain-memory.ts'
import type { Connection } from './connection.ts'
import { keptHeights } from './model/letter-ring.ts'
import type { Refusal } from './refusal.ts'

/** Heights that one transaction takes in at most. */
const heightsPerPass = 50
/** How far back a new epoch begins: enough for the strip of 60 letters and the median of 100 block times. */
const firstHeights = 110

export interface WalkedBlocks {
  kind: 'blocks'
  blocks: BlockObservation[]
  gap: { from: number; to: number } | null
  behind: boolean
  /** The newest block that is believed; null while none is. */
  head: PoolHead | null
  /** What the next blocks are proven from. */
  trusted: Trusted | null
  newest: NewestHeader | null
}

export type Walked =
  | WalkedBlocks
  /** The chain does not continue the one that is known. */
  | { kind: 'refused'; refusal: Pick<Refusal, 'kind' | 'reason'> }
  /** Nobody gave a usable answer. */
  | { kind: 'failed'; error: ChainReadError }

/** Reads the next heights after the newest one known. */
export async function readBlocks(using: Connection, memory: ChainMemory): Promise<Walked> {
  const { pool, sets, trust } = using
  const { row, trusted } = memory
  const { height, blockHash } = row
  const head = pool.head()
  // What is older than the letters that are kept is not worth reading: it is a gap like any other.
  const oldest = head === null ? 1 : head.height - keptHeights
  if (height !== null && height + 1 < oldest) {
    const gap = { from: height + 1, to: oldest - 1 }
    return { kind: 'blocks', blocks: [], gap, behind: true, head, trusted, newest: null }
  }
  try {
    const result = await walk({
      pool,
      sets,
      trust,
      from: height === null ? null : height + 1,
      back: firstHeights,
      limit: heightsPerPass,
      previousHash: height === null ? null : blockHash,
      trusted,
    })
    using.newest = result.newest ?? using.newest
    return { kind: 'blocks', ...result, behind: isBehind(result) }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    const kind = refusalKindOf(using, error)
    if (kind === null) return { kind: 'failed', error }
    return { kind: 'refused', refusal: { kind, reason: error.message } }
  }
}

/**
 * While an endpoint that was there a moment ago does not answer, the others have not the last word: null. Nor is it
 * another chain where a block has too few signatures that can be checked; the next one may have enough.
 */
export function refusalKindOf(
  { pool }: { pool: Pick<Connection['pool'], 'maySpeakSoon'> },
  error: ChainReadError,
): RefusalKind | null {
  if (error.cause instanceof ContradictionError) return 'DOUBLE_SIGNED'
  if (error.cause instanceof ProofError && error.cause.check === 'unchecked') return null
  return (error.kind === 'fork' || error.kind === 'proof') && !pool.maySpeakSoon() ? 'FORK' : null
}

function isBehind({ blocks, gap }: WalkResult): boolean {
  return gap !== null || blocks.length >= heightsPerPass
}
