import type { ChainMemory } from './chain-memory.ts'
import { createLinkRing, type Link } from './link-ring.ts'
import { type Block, type BlockWorld, makeBlock } from './make-block.ts'
import { noiseHash } from './noise-hash.ts'

/** The blocks of one chain, by height. Each follows from the one before it, as far back as this memory reaches. */
export interface Blocks {
  /** Distinguishes it from every other chain, and from every other fork of this one. */
  readonly name: string
  /** The block of a height from `oldest()` on that has come. The same object may be handed out again. */
  at(height: number): Block
  /** The lowest height that can be asked. */
  oldest(): number
  /** Makes one block towards a height at most, or computes some of what it stands on; true when it is there. */
  grow(height: number): boolean
  /** Takes note of the newest height; makes nothing. */
  follow(latest: number): void
  /** What a later program needs to go on with the same blocks; null while nothing was made. */
  memory(): ChainMemory | null
  /** The same chain with other contents from a height on: another fork of it, or one of another id. */
  branch(difference: BranchDifference): Blocks
}

interface BranchDifference {
  /** First height that differs. */
  from: number
  /** Not '' for another fork. */
  fork: string
  chainId: string
}

interface BlocksInput extends BlockWorld {
  /** The newest height when this memory begins, 0 for none. */
  latest: number
  /** Heights below the newest for which links are kept. */
  keep: number
  /** What an earlier program left of this chain. */
  memory?: ChainMemory | null
}

/** So many blocks below the newest one a chain begins that nobody has asked yet: what it costs to make them is seconds a thousand. */
export const FIRST_BLOCKS = 120
/** A program that was away for more blocks than these does not go on where another one stopped. */
const MOST_MADE_UP_FOR = 500
/** After so many blocks that nobody asked for, a chain begins anew instead of making up for them. */
const MOST_UNASKED = 3_000
/** Blocks that are kept as they are made. */
const RECENT = 128

export function createBlocks(input: BlocksInput): Blocks {
  const { memory = null, latest } = input
  const fits = memory !== null && memory.newest <= latest && latest - memory.newest <= MOST_MADE_UP_FOR
  const begin = fits ? memory.newest - memory.links.length + 2 : Math.max(1, latest - FIRST_BLOCKS)
  return growBlocks(input, begin, null, fits ? memory : null)
}

function growBlocks(
  input: BlocksInput,
  begin: number,
  trunk: { blocks: Blocks; fork: string } | null,
  memory: ChainMemory | null,
): Blocks {
  const ring = createLinkRing(input.keep + 2)
  const recent = new Map<number, Block>()
  const branches = new Map<string, Blocks>()
  let first = begin
  for (const [at, link] of (memory?.links ?? []).entries()) ring.add(begin - 1 + at, link)

  /** What the block of a height says of the one before; null for the first of the chain. */
  function linkBefore(height: number): Link | null {
    if (height === 1) return null
    const link = ring.get(height - 1)
    if (link !== null) return link
    if (trunk !== null && height > trunk.blocks.oldest()) return trunk.blocks.at(height - 1).link
    // Below this memory nobody can look.
    return {
      hash: noiseHash(`${input.name}/${height - 1}`),
      commitHash: noiseHash(`${input.name}/${height}`),
    }
  }

  function make(height: number): Block {
    const block = makeBlock(input, height, linkBefore(height), trunk?.fork ?? '')
    recent.set(height, block)
    const [oldest] = recent.keys()
    if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest)
    return block
  }

  function oldest(): number {
    const newest = ring.newest()
    const kept = newest === null ? first : Math.max(first, newest - input.keep)
    return trunk === null ? kept : Math.min(kept, trunk.blocks.oldest())
  }

  const blocks: Blocks = {
    name: input.name,
    oldest,
    at(height) {
      if (height < first && trunk !== null) return trunk.blocks.at(height)
      if (height < oldest()) throw new Error(`block ${height} is older than the blocks kept of ${input.name}`)
      for (let next = (ring.newest() ?? first - 1) + 1; next <= height; next += 1)
        ring.add(next, make(next).link)
      return recent.get(height) ?? make(height)
    },
    grow(height) {
      const next = (ring.newest() ?? first - 1) + 1
      if (next > height) return true
      if (input.chain.history.approach(next)) ring.add(next, make(next).link)
      return false
    },
    follow(latest) {
      for (const branch of branches.values()) branch.follow(latest)
      const missing = latest - (ring.newest() ?? first - 1)
      if (missing <= Math.max(MOST_UNASKED, input.keep) || trunk !== null) return
      first = latest - FIRST_BLOCKS
      ring.clear()
      recent.clear()
      branches.clear()
    },
    memory() {
      const newest = ring.newest()
      if (newest === null) return null
      const links: Link[] = []
      for (let height = Math.max(1, first - 1, newest - FIRST_BLOCKS); height <= newest; height += 1) {
        const link = ring.get(height)
        if (link !== null) links.push(link)
      }
      return { newest, links }
    },
    branch(difference) {
      const { from, fork, chainId } = difference
      const key = `${from}/${fork}/${chainId}`
      const known = branches.get(key)
      if (known !== undefined) return known
      const name = `${input.name}/${key}`
      const start = Math.max(from, oldest())
      const made = growBlocks({ ...input, name, chainId }, start, { blocks, fork }, null)
      // Few faults are ever arranged at once; what an earlier one made is not asked for again.
      if (branches.size > 3) branches.clear()
      branches.set(key, made)
      return made
    },
  }
  return blocks
}
