import type { BlockObservation, FullHeader, SignedHeader } from '../domain.ts'
import { ChainReadError, decodeAs, ProofError } from '../errors.ts'
import { asTrusted, proveBlocks } from '../proof/block-proof.ts'
import type { CheckSignature } from '../proof/signature.ts'
import type { Trusted } from '../proof/trusted.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { observeBlock, readRun } from './block-reader.ts'
import { createProvenSets, type ProvenSets, type SetCache } from './proven-sets.ts'

interface ReadProvenInput {
  node: NodeClient
  sets: SetCache
  chainId: string
  check: CheckSignature
  trusted: Trusted
  previousHash: string | null
  from: number
  /** The last height whose letters are wanted; below `from` where none are. */
  to: number
  /** The newest height that the node claims. */
  tip: number
}

export interface ProvenBlocks {
  blocks: BlockObservation[]
  trusted: Trusted
  newest: FullHeader
  newestHash: string
}

/**
 * Blocks of one node, all of them proven: the one above the last by its signatures, those below by hashes. One batch
 * brings both. While catching up the newest one is proven too, so that what the chain says now is known now.
 *
 * @throws ChainReadError, ProofError
 */
export async function readProven(input: ReadProvenInput): Promise<ProvenBlocks> {
  const { node, from, to, tip } = input
  const sets = createProvenSets(node, input.sets)
  const wantsTip = tip > Math.max(from, to + 1) || to < from
  const [run, newest] = await Promise.all([
    to < from ? [] : readRun(node, from, to + 1),
    wantsTip ? newestOf(node, tip, to < from) : null,
  ])
  const read = run.length === 0 ? null : await proveRun(input, sets, run)
  const trusted = read?.trusted ?? input.trusted
  if (newest !== null && newest.header.height > (run.at(-1)?.header.height ?? 0)) {
    await prove({ ...input, trusted, previousHash: null }, sets, [newest])
    return asRead(read?.blocks ?? [], trusted, newest)
  }
  const last = run.at(-1)
  if (last === undefined) throw new RangeError('nothing was asked for')
  return asRead(read?.blocks ?? [], trusted, last)
}

function asRead(
  blocks: BlockObservation[],
  trusted: Trusted,
  { header, commit }: SignedHeader,
): ProvenBlocks {
  return { blocks, trusted, newest: header, newestHash: commit.blockId.hash }
}

/**
 * Behind a balancer the next request may meet a node that is one block late. Where blocks were read as well, they
 * count without it.
 */
async function newestOf(node: NodeClient, tip: number, isAll: boolean): Promise<SignedHeader | null> {
  try {
    const results = await node.commits(Math.max(1, tip - 1), tip)
    const shown = results.flatMap((result) => (result.ok ? [result.commit] : [])).at(-1)
    const [first] = results
    if (shown === undefined && isAll && first?.ok === false) throw first.error
    return shown ?? null
  } catch (error) {
    if (isAll || !(error instanceof ChainReadError)) throw error
    return null
  }
}

async function proveRun(input: ReadProvenInput, sets: ProvenSets, run: readonly SignedHeader[]) {
  const { node } = input
  await prove(input, sets, run)
  const blocks: BlockObservation[] = []
  for (const signed of run.slice(0, -1)) {
    const set = await sets.of(signed.header.validatorsHash, signed.header.height)
    const block = decodeAs({ host: node.host, method: 'commit' }, () => observeBlock(signed, set))
    blocks.push({ ...block, assurance: 'PROVEN', host: node.host })
  }
  return { blocks, trusted: await trustAfter(input.trusted, sets, run) }
}

async function prove(
  input: ReadProvenInput,
  sets: ProvenSets,
  signed: readonly SignedHeader[],
): Promise<void> {
  const { node, chainId, check, previousHash } = input
  const last = signed.at(-1)
  if (last === undefined) return
  const set = await sets.of(last.header.validatorsHash, last.header.height)
  const proof = { chainId, check, signed, set, previousHash }
  if (proveBlocks({ ...proof, trusted: input.trusted })) return
  const trusted = await closerTrust({ node, sets, chainId, check, trusted: input.trusted, target: last })
  proveBlocks({ ...proof, trusted })
}

/** The last block whose letters were read, with the set of the one above it, which proves the next ones. */
async function trustAfter(before: Trusted, sets: ProvenSets, run: readonly SignedHeader[]): Promise<Trusted> {
  const [last, above] = [run.at(-2), run.at(-1)]
  if (last === undefined || above === undefined || last.header.height <= before.height) return before
  return asTrusted(last, await sets.of(above.header.validatorsHash, above.header.height), before)
}

interface CloserTrustInput {
  node: NodeClient
  sets: ProvenSets
  chainId: string
  check: CheckSignature
  trusted: Trusted
  /** A block of which too little of the trusted set is a signer. */
  target: SignedHeader
}

/** Sets that change wholly within a few blocks are a chain of tests, not one to be followed at any cost. */
const MOST_STEPS = 200

/**
 * A trusted block from which the target can be proven: by halving, until more than a third of each set signed the
 * next one.
 *
 * @throws ProofError; `expired` where the blocks in between are not kept any more
 */
async function closerTrust(input: CloserTrustInput): Promise<Trusted> {
  const { node, sets, chainId, check, target } = input
  let trusted = input.trusted
  let high = target
  for (let step = 0; step < MOST_STEPS; step++) {
    const set = await sets.of(high.header.validatorsHash, high.header.height)
    if (proveBlocks({ chainId, signed: [high], set, trusted, previousHash: null, check })) {
      if (high === target) return trusted
      const nextSet = await sets.of(high.header.nextValidatorsHash, high.header.height + 1)
      trusted = asTrusted(high, nextSet, trusted)
      high = target
      continue
    }
    const middle = Math.floor((trusted.height + high.header.height) / 2)
    if (middle <= trusted.height)
      throw new ProofError('power', `too little of the trusted set signed block ${high.header.height}`)
    high = await between(node, middle)
  }
  throw new ProofError('power', `${MOST_STEPS} steps were not enough to prove block ${target.header.height}`)
}

async function between(node: NodeClient, height: number): Promise<SignedHeader> {
  try {
    return await node.commit(height)
  } catch (error) {
    if (!(error instanceof ChainReadError) || error.kind !== 'pruned') throw error
    throw new ProofError('expired', `block ${height} on the way from the trusted one is not kept any more`)
  }
}
