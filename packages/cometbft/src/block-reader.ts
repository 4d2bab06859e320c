import { asBefore, type BlockBefore, checkLink } from './block-link.ts'
import type { Commit } from './commit.decode.ts'
import type { BlockObservation, SetMember } from './domain.ts'
import { ChainReadError } from './errors.ts'
import { observeBlock } from './letters.ts'
import type { CommitResult, NodeClient } from './node-client.ts'
import type { SetCache } from './set-cache.ts'
import { decodeAs } from './shape-error.ts'

/** CometBFT takes ten calls in a batch. */
const BATCH = 10

export interface ReadBlocksInput {
  node: NodeClient
  sets: SetCache
  from: number
  to: number
  before: BlockBefore
}

/**
 * Blocks from `from` on, checked one against the other. What was read before something went wrong is returned: the
 * next call begins with what went wrong, and then rejects.
 *
 * @throws ChainReadError where not even the first block can be had
 */
export async function readBlocks(input: ReadBlocksInput): Promise<BlockObservation[]> {
  const blocks: BlockObservation[] = []
  let before = input.before
  try {
    for (let start = input.from; start <= input.to; start += BATCH) {
      const results = await input.node.commits(start, Math.min(start + BATCH - 1, input.to))
      const fetched = await fetchSets(input, results)
      for (const result of results) {
        const commit = commitOf(result)
        // The newest block of a node that is behind the others: not settled yet.
        if (!commit.canonical) return blocks
        checkLink(input.node.host, before, commit)
        blocks.push(await observe(input, fetched, commit))
        before = asBefore(commit)
      }
    }
  } catch (error) {
    if (!(error instanceof ChainReadError) || blocks.length === 0) throw error
  }
  return blocks
}

function commitOf(result: CommitResult): Commit {
  if (!result.ok) throw result.error
  return result.commit
}

type Sets = ReadonlyMap<string, readonly SetMember[]>

/**
 * The sets of a batch that are not known yet, asked for together: where powers change with every block, catching up
 * would else wait for each. One that cannot be had is asked for again, and then refused, when its block's turn comes.
 */
async function fetchSets({ node, sets }: ReadBlocksInput, results: readonly CommitResult[]): Promise<Sets> {
  const heights = new Map<string, number>()
  for (const result of results) {
    if (!result.ok || !result.commit.canonical) continue
    const { validatorsHash, height } = result.commit.header
    if (!heights.has(validatorsHash) && sets.get(validatorsHash) === undefined)
      heights.set(validatorsHash, height)
  }
  const wanted = [...heights]
  const answers = await Promise.allSettled(wanted.map(([, height]) => node.validatorSet(height)))
  const fetched = new Map<string, readonly SetMember[]>()
  for (const [index, [validatorsHash]] of wanted.entries()) {
    const answer = answers[index]
    if (answer?.status === 'fulfilled') fetched.set(validatorsHash, answer.value)
  }
  return fetched
}

/** Beside the set known by its hash; a set that does not fit (it came from a node that was wrong) is asked for anew. */
async function observe(input: ReadBlocksInput, fetched: Sets, commit: Commit): Promise<BlockObservation> {
  const { node, sets } = input
  const { height, validatorsHash } = commit.header
  const source = { host: node.host, method: 'commit' }
  const known = sets.get(validatorsHash) ?? fetched.get(validatorsHash)
  if (known !== undefined) {
    try {
      const block = decodeAs(source, () => observeBlock(commit, known))
      // Kept only once it has fitted a commit.
      sets.put(validatorsHash, known)
      return block
    } catch {
      sets.drop(validatorsHash)
    }
  }
  const set = await node.validatorSet(height)
  const block = decodeAs(source, () => observeBlock(commit, set))
  sets.put(validatorsHash, set)
  return block
}
