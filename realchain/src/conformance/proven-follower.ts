import { walk } from '@roundsman/cometbft/block-walk'
import { createChainTrust } from '@roundsman/cometbft/walk-request'
import { boundsAfter, type CounterBounds, type KnownValidator } from '@roundsman/cometbft/state-doubts'
import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import { createEndpointPool, type EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError } from '@roundsman/cometbft/errors'
import { createCheckSignature } from '@roundsman/cometbft/proof/signature'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import type { Fetch } from '@roundsman/cometbft/rpc-client'
import { createSetCache } from '@roundsman/cometbft/proven-sets'
import { createStateReader } from '@roundsman/cometbft/state-reader'
import type { ChainUnderTest } from './chain-under-test.ts'

/** Follows the tip of a chain as the product does: blocks proven one by one, each newest state with what is proven of it. */
export interface ProvenFollower {
  readonly pool: EndpointPool
  readonly blocks: readonly BlockObservation[]
  readonly states: readonly ChainState[]
  /** The newest height that it has followed; 0 for none. */
  height(): number
  /** Why blocks or states were refused, in order. */
  readonly refusals: readonly string[]
  step(): Promise<void>
}

interface ProvenFollowerInput {
  chain: ChainUnderTest
  urls: readonly string[]
  fetch: Fetch
}

/** How far back it begins. */
const back = 3

export function createProvenFollower({ chain, urls, fetch }: ProvenFollowerInput): ProvenFollower {
  const clock = { now: chain.now, monotonic: chain.now }
  const pool = createEndpointPool({
    urls,
    chainId: chain.chainId(),
    fetch,
    clock,
    timeoutSignal: chain.timeoutSignal,
    random: () => 0.5,
  })
  const sets = createSetCache()
  const reader = createStateReader(pool)
  const trust = createChainTrust({ check: createCheckSignature(), clock })
  const blocks: BlockObservation[] = []
  const states: ChainState[] = []
  const refusals: string[] = []
  let trusted: Trusted | null = null

  async function readOn(): Promise<void> {
    const last = blocks.at(-1) ?? null
    const walked = await walk({
      pool,
      sets,
      trust,
      from: last === null ? null : last.height + 1,
      back,
      limit: 20,
      previousHash: last?.hash ?? null,
      trusted,
    })
    trusted = walked.trusted
    blocks.push(...walked.blocks)
    const { newest } = walked
    const height = (newest?.header.height ?? 0) - 1
    const before = states.at(-1) ?? null
    if (newest === null || height <= (before?.height ?? 0)) return
    const known = before === null ? [] : asKnown(before)
    const counters =
      before === null ? new Map<string, CounterBounds>() : countersAfter(before, blocks, height)
    const { nextSet } = newest
    states.push(await reader.read({ height, newest, nextSet, known, counters, problemOf: () => null }))
  }

  return {
    pool,
    blocks,
    states,
    refusals,
    height: () => blocks.at(-1)?.height ?? 0,
    async step() {
      await pool.probe()
      try {
        await readOn()
      } catch (error) {
        if (!(error instanceof ChainReadError)) throw error
        refusals.push(`${error.kind}: ${error.message}`)
      }
    },
  }
}

function asKnown(state: ChainState): KnownValidator[] {
  const infos = new Map(state.slashing?.infos.map((info) => [info.consensus, info]))
  return (state.staking?.validators ?? []).map((validator) => ({
    ...validator,
    consensusAddress: validator.consensus,
    bondStatus: validator.status,
    tombstoned: infos.get(validator.consensus)?.tombstoned ?? null,
    jailedUntil: infos.get(validator.consensus)?.jailedUntil ?? null,
    reportedTokens: validator.tokens,
    removedAt: null,
  }))
}

/** By the letters in between, which are all there: it follows block by block. */
function countersAfter(before: ChainState, blocks: readonly BlockObservation[], height: number) {
  const between = blocks.filter((block) => block.height >= before.height && block.height < height)
  const isComplete = between.length === height - before.height
  return new Map(
    (before.slashing?.infos ?? []).map(({ consensus, startHeight, indexOffset, missedBlocks: missed }) => {
      const letters = between.flatMap((block) => block.letters.get(consensus) ?? [])
      const counted = { counted: letters.length, missed: letters.filter((letter) => letter === 'm').length }
      const read = { height: before.height, startHeight, indexOffset, missed }
      return [consensus, boundsAfter(read, height, isComplete ? counted : null)] as const
    }),
  )
}
