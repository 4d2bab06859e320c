import type { Assurance, BlockObservation, EndpointView, SetMember, SignedHeader } from '../domain.ts'
import { ChainReadError, decodeAs, ShapeError } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { commitHash, headerHash, setHash } from '../proof/block-hash.ts'
import type { CommitResult, NodeClient } from '../rpc/node-client.ts'
import { checkNames, observeBlock, readRun } from './block-reader.ts'
import type { SetCache } from './proven-sets.ts'
import { notShown, type WalkRange, type WalkRequest, type WalkResult } from './walk-request.ts'

/**
 * Blocks of a chain that cannot be proven: of the endpoint in use, compared with what the others report.
 *
 * @throws ChainReadError
 */
export async function walkUnproven(request: WalkRequest, range: WalkRange): Promise<WalkResult> {
  const { pool, sets } = request
  const { from, previousHash } = range
  const keepsHeight = from
  const wanted = range.to < from ? { keepsHeight } : { keepsHeight, hasHeight: from + 1 }
  /** Of those that claim letters and show none: they count where nobody has any. */
  const withoutLetters: { host: string; read: UnprovenBlocks }[] = []
  const work = async (node: NodeClient, view: EndpointView) => {
    const tip = view.height ?? 0
    const to = Math.min(range.to, tip - 1)
    if (to < from && (range.to >= from || tip < from)) return null
    const read = await readUnproven({ node, sets, previousHash, from, to })
    if (read.blocks.length > 0 || range.to < from) return agreed(pool, node.host, read)
    withoutLetters.push({ host: node.host, read })
    throw notShown(node.host, from + 1)
  }
  const answer = await pool.use(work, wanted).catch((error: unknown) => {
    if (withoutLetters.length === 0) throw error
    return null
  })
  const [reported] = withoutLetters
  const read = answer ?? (reported ? await agreed(pool, reported.host, reported.read) : null)
  if (read === null) return { blocks: [], gap: null, head: pool.head(), trusted: null, newest: null }
  const { blocks, host, assurance } = read
  const { header } = read.newest
  pool.believe(host, { height: header.height, time: header.time })
  return {
    blocks: blocks.map((block) => ({ ...block, assurance })),
    gap: null,
    head: pool.head(),
    trusted: null,
    newest: { header, assurance, host, nextSet: sets.get(header.nextValidatorsHash) ?? null },
  }
}

async function agreed(pool: EndpointPool, host: string, { blocks, run }: UnprovenBlocks) {
  const { assurance, count } = await agreementOn(pool, host, run)
  const newest = run[count - 1]
  if (newest === undefined) throw new RangeError('a run without blocks')
  return { blocks: blocks.slice(0, count - 1), newest, host, assurance }
}

interface ReadUnprovenInput {
  node: NodeClient
  sets: SetCache
  previousHash: string | null
  from: number
  to: number
}

interface UnprovenBlocks {
  /** How they are known is for others to say. */
  blocks: Omit<BlockObservation, 'assurance'>[]
  /** As they were reported, with the one above the last whose letters were read. */
  run: readonly SignedHeader[]
}

/**
 * Blocks of one node on a chain whose signatures cannot be checked. What can be compared is: each block with the one
 * before it, each commit with the next header where such hashes are made as we know them, each set with its hash or
 * else with the names in the commit.
 *
 * @throws ChainReadError
 */
async function readUnproven(input: ReadUnprovenInput): Promise<UnprovenBlocks> {
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
    throw new ShapeError(`the commit of height ${commit.height} does not match the one in the next block`)
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

interface Agreement {
  assurance: Assurance
  /** How many blocks of the run stand, from its first one on. */
  count: number
}

/**
 * How neighboring blocks are known that cannot be proven: the hosts besides the one that reported them are asked for the
 * same. What none of them has yet is not taken while one of them goes on: it may be nobody's but the liar's.
 *
 * @throws ChainReadError where others report something else, or go on without it, and none the same
 */
async function agreementOn(
  pool: EndpointPool,
  host: string,
  run: readonly SignedHeader[],
): Promise<Agreement> {
  const heights = run.map(({ header }) => header.height)
  const [first = 0, last = 0] = [heights[0], heights.at(-1)]
  const answers = await pool.poll(async (node) => (node.host === host ? null : node.commits(first, last)))
  const others = answers.flatMap((answer) =>
    answer.ok && answer.value !== null ? [{ host: answer.host, ...comparedWith(run, answer.value) }] : [],
  )
  const count = Math.max(0, ...others.map(({ alike }) => alike))
  // The letters of a block are read below another one.
  if (count >= Math.min(2, run.length)) return { assurance: 'AGREED', count }
  if (others.some(({ differs }) => differs))
    throw failure(host, `block ${last} is another one at the other endpoints, and nobody can prove theirs`)
  if (others.some((other) => pool.goesOn(other.host)))
    throw failure(host, `no other endpoint has block ${first + count} yet, and they go on`)
  return { assurance: 'SINGLE', count: run.length }
}

/** `alike`: up to how many blocks of the run the other one reports them as they are, as far as it has them. */
function comparedWith(
  run: readonly SignedHeader[],
  results: readonly CommitResult[],
): { alike: number; differs: boolean } {
  let alike = 0
  for (const [index, known] of run.entries()) {
    const result = results.find(({ height }) => height === known.header.height)
    if (result?.ok !== true) continue
    if (!isSame(known, result.commit)) return { alike, differs: true }
    alike = index + 1
  }
  return { alike, differs: false }
}

function failure(host: string, reason: string): ChainReadError {
  return new ChainReadError({ kind: 'schema', host, method: 'commit', reason })
}

/** Of unsettled commits each node has its own; their blocks are the same all the same. */
function isSame(one: SignedHeader, other: SignedHeader): boolean {
  if (one.commit.blockId.hash !== other.commit.blockId.hash) return false
  if (!one.canonical || !other.canonical) return true
  const flags = ({ commit }: SignedHeader) => commit.signatures.map(({ flag }) => flag).join()
  return flags(one) === flags(other)
}

/** What is known of the block before. Null where it is not known. */
interface BlockBefore {
  hash: string | null
  time: number | null
  /** The hash of the set that it announced for the next block. */
  nextValidatorsHash: string | null
}

const NOTHING_BEFORE: BlockBefore = { hash: null, time: null, nextValidatorsHash: null }

/**
 * Whether a block follows from the one before: by its hash, by the validator set announced for it, by its time.
 *
 * @throws ChainReadError fork or schema
 */
function checkLink(host: string, before: BlockBefore, { header }: SignedHeader): void {
  const fail = (kind: 'fork' | 'schema', reason: string) =>
    new ChainReadError({ kind, host, method: 'commit', reason: `block ${header.height} ${reason}` })
  if (before.hash !== null && header.lastBlockId.hash !== before.hash) {
    throw fail('fork', 'does not follow the last known block')
  }
  if (before.nextValidatorsHash !== null && header.validatorsHash !== before.nextValidatorsHash) {
    throw fail('schema', 'does not have the announced validator set')
  }
  if (before.time !== null && header.time < before.time)
    throw fail('schema', 'is older than the one before it')
}

function asBefore({ header, commit }: SignedHeader): BlockBefore {
  return { hash: commit.blockId.hash, time: header.time, nextValidatorsHash: header.nextValidatorsHash }
}
