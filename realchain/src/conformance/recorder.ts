import { createChainTrust } from '@roundsman/cometbft/walk-request'
import { createCheckSignature } from '@roundsman/cometbft/proof/signature'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import { walk } from '@roundsman/cometbft/block-walk'
import { readChainState } from '@roundsman/cometbft/chain-state'
import { createEndpointPool, type EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError } from '@roundsman/cometbft/errors'
import { createSetCache } from '@roundsman/cometbft/proven-sets'
import type { ChainUnderTest } from './chain-under-test.ts'
import type { Recorded, Recording } from './recording.ts'

export interface Recorder {
  readonly pool: EndpointPool
  readonly recording: Recording
  /** Reads on, as far as the chain has come. @returns how many heights are new */
  step(): Promise<number>
  /** Why the last step came to nothing; null where it did not fail. */
  trouble(): ChainReadError | null
}

interface RecorderInput {
  chain: ChainUnderTest
  /** Indices of the endpoints to use; all by default. */
  endpoints?: readonly number[]
  chainId: string
  from: number
}

/** How many heights one step reads at most. */
const AT_ONCE = 20

/** Follows a chain by the product's own reading code and keeps everything it has seen. */
export function createRecorder({ chain, endpoints, chainId, from }: RecorderInput): Recorder {
  const pool = createEndpointPool({
    urls: chain.endpoints.filter((_, index) => endpoints?.includes(index) ?? true),
    chainId,
    fetch: chain.fetch,
    // One clock for both: nobody sets it here, and `observedAt` can be compared with times of headers.
    clock: { now: chain.now, monotonic: chain.now },
    timeoutSignal: chain.timeoutSignal,
    random: () => 0.5,
  })
  const sets = createSetCache()
  const recording: Recording = { heights: [], gaps: [] }
  const trust = createChainTrust({
    check: createCheckSignature(),
    clock: { now: chain.now, monotonic: chain.now },
  })
  let trusted: Trusted | null = null
  let next = from
  let previousHash: string | null = null
  let trouble: ChainReadError | null = null

  async function readOn(): Promise<void> {
    const {
      blocks,
      gap,
      trusted: after,
    } = await walk({
      pool,
      sets,
      from: next,
      limit: AT_ONCE,
      previousHash,
      trust,
      trusted,
    })
    trusted = after
    if (gap) {
      recording.gaps.push(gap)
      next = gap.to + 1
      previousHash = null
    }
    for (const block of blocks) {
      const state = await pool.use((node) => readChainState(node, block.height), {
        keepsHeight: block.height,
      })
      recording.heights.push({ block, state } satisfies Recorded)
      next = block.height + 1
      previousHash = block.hash
    }
  }

  async function step(): Promise<number> {
    const before = recording.heights.length
    trouble = null
    await pool.probe()
    try {
      await readOn()
    } catch (error) {
      if (!(error instanceof ChainReadError)) throw error
      trouble = error
    }
    return recording.heights.length - before
  }

  return { pool, recording, step, trouble: () => trouble }
}
