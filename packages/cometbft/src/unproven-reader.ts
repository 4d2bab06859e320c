import { asBefore, checkLink, NOTHING_BEFORE } from './block-link.ts'
import type { BlockObservation, SetMember } from './domain.ts'
import { checkNames, observeBlock } from './letters.ts'
import type { NodeClient } from './node-client.ts'
import { commitHash, headerHash } from './proof/block-hash.ts'
import { setHash } from './proof/set-hash.ts'
import type { SignedHeader } from './proof/signed-header.ts'
import type { SetCache } from './proven-sets.ts'
import { decodeAs, ShapeError } from './shape-error.ts'
import { readRun } from './signed-run.ts'

export interface ReadUnprovenInput {
  node: NodeClient
  sets: SetCache
  previousHash: string | null
  from: number
  to: number
}

export interface UnprovenBlocks {
  /** How they are known is for others to say. */
  blocks: Omit<BlockObservation, 'assurance'>[]
  /** As they were told, with the one above the last whose letters were read. */
  run: readonly SignedHeader[]
}

/**
 * Blocks of one node on a chain whose signatures cannot be checked. What can be compared is: each block with the one
 * before it, each commit with the next header where such hashes are made as we know them, each set with its hash or
 * else with the names in the commit.
 *
 * @throws ChainReadError
 */
export async function readUnproven(input: ReadUnprovenInput): Promise<UnprovenBlocks> {
  const { node, from, to } = input
  const source = { host: node.host, method: 'commit' }
  const run = await readRun(node, from, Math.max(from, to + 1))
  let before = { ...NOTHING_BEFORE, hash: input.previousHash }
  for (const [index, signed] of run.entries()) {
    checkLink(node.host, before, signed)
    before = asBefore(signed)
    const previous = run[index - 1]
    if (previous !== undefined) decodeAs(source, () => checkSettled(previous, signed))
  }
  const blocks: UnprovenBlocks['blocks'] = []
  for (const signed of run.slice(0, -1)) {
    const block = await observe(input, signed)
    blocks.push({ ...block, host: node.host })
  }
  return { blocks, run }
}

function checkSettled({ commit }: SignedHeader, after: SignedHeader): void {
  if (commitHash(commit.signatures) === after.header.lastCommitHash) return
  if (headerHash(after.header) === after.commit.blockId.hash)
    throw new ShapeError(`the commit of ${commit.height} is not the one that the next block holds`)
}

/** Beside the set known by its hash; a set that does not fit (it came from a node that was wrong) is asked for anew. */
async function observe({ node, sets }: ReadUnprovenInput, signed: SignedHeader) {
  const { height, validatorsHash } = signed.header
  const source = { host: node.host, method: 'commit' }
  const known = sets.get(validatorsHash)
  if (known !== undefined) {
    try {
      return decodeAs(source, () => fitted(signed, known))
    } catch {
      sets.drop(validatorsHash)
    }
  }
  const set = await node.validatorSet(height)
  const block = decodeAs(source, () => fitted(signed, set))
  sets.put(validatorsHash, set)
  return block
}

function fitted(signed: SignedHeader, set: readonly SetMember[]) {
  if (setHash(set) !== signed.header.validatorsHash) checkNames(signed, set)
  return observeBlock(signed, set)
}
