import { type WalkResult, walk } from '@roundsman/cometbft/block-walk'
import { readChainState } from '@roundsman/cometbft/chain-state'
import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError } from '@roundsman/cometbft/errors'
import type { SetCache } from '@roundsman/cometbft/set-cache'
import type { ChainMemory } from './chain-memory.ts'
import { keptHeights } from './letter-ring.ts'
import { stateProblem } from './state-problem.ts'

/** Heights that one transaction takes in at most. */
const heightsPerPass = 50
/** How far back a new epoch begins: enough for the strip of 60 letters and the median of 100 block times. */
const firstHeights = 110

export interface Connection {
  pool: EndpointPool
  sets: SetCache
}

export type Walked =
  | { kind: 'blocks'; blocks: BlockObservation[]; gap: { from: number; to: number } | null; behind: boolean }
  /** The chain does not continue the one that is known. */
  | { kind: 'fork'; reason: string }
  /** Nobody gave a usable answer. */
  | { kind: 'failed'; error: ChainReadError }

/** Reads the next heights after the newest one known. */
export async function readBlocks({ pool, sets }: Connection, memory: ChainMemory): Promise<Walked> {
  const head = pool.head()
  if (head === null) return { kind: 'blocks', blocks: [], gap: null, behind: false }
  const { height, blockHash } = memory.row
  const wanted = height === null ? Math.max(1, head.height - firstHeights) : height + 1
  // What is older than the letters that are kept is not worth reading: it is a gap like any other.
  const oldest = Math.max(1, head.height - keptHeights)
  if (height !== null && wanted < oldest)
    return { kind: 'blocks', blocks: [], gap: { from: wanted, to: oldest - 1 }, behind: true }
  try {
    const previousHash = height === null ? null : blockHash
    const result = await walk({ pool, sets, from: wanted, limit: heightsPerPass, previousHash })
    return { kind: 'blocks', blocks: result.blocks, gap: result.gap, behind: isBehind(result) }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    return error.kind === 'fork' ? { kind: 'fork', reason: error.message } : { kind: 'failed', error }
  }
}

function isBehind({ blocks, gap, head }: WalkResult): boolean {
  const last = blocks.at(-1)?.height ?? gap?.to
  return last !== undefined && head !== null && last < head.height - 1
}

/** The state at a height, checked against its block; null and the reason where there is none to believe. */
export async function readState(
  { pool }: Connection,
  memory: ChainMemory,
  at: { height: number; block: BlockObservation | null },
): Promise<{ state: ChainState } | { problem: string }> {
  try {
    const state = await pool.use(async (node) => {
      const answer = await readChainState(node, at.height)
      const problem = stateProblem(answer, { ...memory.row, block: at.block })
      if (problem === null) return answer
      throw new ChainReadError({ kind: 'schema', host: node.host, method: 'state', reason: problem })
    })
    return { state }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    return { problem: error.message }
  }
}
