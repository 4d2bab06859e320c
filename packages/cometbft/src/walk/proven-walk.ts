import type { BlockObservation, EndpointView, FullHeader, SignedHeader } from '../domain.ts'
import { ChainReadError, decodeAs, ProofError } from '../errors.ts'
import { asTrusted, asUnproven, ContradictionError, failedCheck, proveBlocks } from '../proof/block-proof.ts'
import type { CheckSignature } from '../proof/signature.ts'
import { isExpired, type Trusted } from '../proof/trusted.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { observeBlock, readRun } from './block-reader.ts'
import { firstTrust, provenInItself } from './first-trust.ts'
import { createProvenSets, type ProvenSets, type SetCache } from './proven-sets.ts'
import { notShown, type Suspect, type WalkRange, type WalkRequest, type WalkResult } from './walk-request.ts'

/** As many as endpoints that could lie at once. */
const mostSuspects = 20

/**
 * Blocks that one endpoint reports and the chain's signatures prove; the next endpoint is asked where they do not. Who
 * failed a check that another one's answer passes has lied.
 *
 * @throws ChainReadError, ProofError
 */
export async function walkProven(
  request: WalkRequest,
  range: WalkRange,
  trusted: Trusted,
): Promise<WalkResult> {
  const { pool } = request
  const failures: ChainReadError[] = []
  /** Of those that claim letters and show none: they count where nobody has any. */
  const withoutLetters: { host: string; read: ProvenBlocks }[] = []
  const work = async (node: NodeClient, view: EndpointView) => {
    try {
      const read = await attempt(request, range, { node, view, trusted })
      if (read !== null && read.blocks.length === 0 && range.to >= range.from) {
        withoutLetters.push({ host: node.host, read })
        throw notShown(node.host, range.from + 1)
      }
      return { host: node.host, read }
    } catch (error) {
      const typed = asUnproven(node.host, error)
      if (typed instanceof ChainReadError) failures.push(typed)
      throw typed
    }
  }
  const keepsHeight = range.from
  // Of the newest header alone, whoever claims it is asked first: the others may stand still.
  const hasHeight = range.to < range.from ? (pool.claim()?.height ?? range.from) : range.from + 1
  const answer = await pool.use(work, { keepsHeight, hasHeight }).catch((error: unknown) => {
    if (withoutLetters[0] !== undefined) return withoutLetters[0]
    throw withoutLies(request, range, { trusted, failures }) ?? error
  })
  const { host, read } = answer.read === null ? (withoutLetters[0] ?? answer) : answer
  const contradiction = failures.find(({ cause }) => cause instanceof ContradictionError)
  if (contradiction !== undefined) throw contradiction
  suspect(request, range, failures)
  if (read === null) return { blocks: [], gap: null, head: pool.head(), trusted, newest: null }
  blame(request, host, read)
  const { blocks, newest } = read
  pool.believe(host, { height: newest.height, time: newest.time })
  return {
    blocks,
    gap: null,
    head: pool.head(),
    trusted: read.trusted,
    newest: {
      header: newest,
      assurance: 'PROVEN',
      host,
      nextSet: request.sets.get(newest.nextValidatorsHash) ?? null,
    },
  }
}

/**
 * Those that keep the height cannot prove it, and the others have forgotten it: nobody keeps it then. One liar must not
 * make a chain look like another one. Null where it was something else.
 */
function withoutLies(
  request: WalkRequest,
  range: WalkRange,
  { trusted, failures }: { trusted: Trusted; failures: readonly ChainReadError[] },
): ChainReadError | null {
  const forgotten = failures.find(({ kind }) => kind === 'pruned') ?? null
  // Where the wanted blocks begin above the trusted one, all that leads to the last of them is among them: who says to
  // have forgotten it contradicts itself.
  const isAdjacent = range.from === trusted.height + 1
  const isUnproven = (failure: ChainReadError) => failedCheck(failure) === 'expired' && isAdjacent
  const isOther = (failure: ChainReadError) =>
    failure.kind !== 'pruned' && !isLie(failure) && !isUnproven(failure)
  if (forgotten === null || failures.some(isOther)) return null
  suspect(request, range, failures)
  return forgotten
}

/**
 * Makes sure that a height which a node says it keeps is the chain's, where that can be proven from what is trusted.
 *
 * @throws ChainReadError
 */
export async function proveKept(request: WalkRequest, node: NodeClient, height: number): Promise<void> {
  const { pool, sets, trust, trusted } = request
  const chainId = pool.chainIdSeen
  if (trusted === null || chainId === null) return
  if (isExpired(trusted, trust.clock.now())) return proveByNewest(request, node, { chainId, height })
  const range = { from: height, to: height, previousHash: null }
  try {
    await readProven({ ...range, node, sets, chainId, check: trust.check, trusted, tip: height + 1 })
  } catch (error) {
    const typed = asUnproven(node.host, error)
    // What leads there from the trusted block is forgotten too: trust will have to begin anew.
    if (failedCheck(typed) === 'expired') return proveByNewest(request, node, { chainId, height })
    if (typed instanceof ChainReadError) suspect(request, range, [typed])
    throw typed
  }
}

/** Nothing trusted leads to that height any more: those who sign the newest block have to have signed it. */
async function proveByNewest(
  { pool, sets, trust }: WalkRequest,
  node: NodeClient,
  { chainId, height }: { chainId: string; height: number },
): Promise<void> {
  const newest = await firstTrust({ pool, sets, trust, chainId, known: null, back: 0 })
  if (newest === null) return
  const trustedSet = newest.nextSet
  try {
    await provenInItself(node, { sets: createProvenSets(node, sets), chainId, height, trust, trustedSet })
  } catch (error) {
    throw asUnproven(node.host, error)
  }
}

/** null: this endpoint has nothing new. */
async function attempt(
  { pool, sets, trust }: WalkRequest,
  { from, to, previousHash }: WalkRange,
  { node, view, trusted }: { node: NodeClient; view: EndpointView; trusted: Trusted },
): Promise<ProvenBlocks | null> {
  const tip = view.height ?? 0
  const chainId = pool.chainIdSeen
  const own = Math.min(to, tip - 1)
  if (chainId === null || tip <= trusted.height || (own < from && to >= from)) return null
  const { check, given } = trust
  const read = await readProven({ node, sets, chainId, check, trusted, previousHash, from, to: own, tip })
  const vouched = read.blocks.find(({ height }) => height === given?.height)
  if (vouched !== undefined && vouched.hash !== given?.hash)
    throw new ProofError('link', `block ${vouched.height} is not the one the operator trusts`)
  return read
}

/** Kept for one more walk at least: the next endpoint may not have that block yet, and say nothing of it. */
function suspect({ trust }: WalkRequest, { from }: WalkRange, failures: readonly ChainReadError[]): void {
  const lies = failures.filter(isLie)
  trust.suspects = [...trust.suspects, ...lies.map((error) => ({ error, from }))].slice(-mostSuspects)
}

function isLie(failure: ChainReadError): boolean {
  const check = failedCheck(failure)
  return check !== null && check !== 'expired' && check !== 'unchecked'
}

/** Somebody has proven what others failed at. */
function blame({ pool, trust }: WalkRequest, host: string, { newest, newestHash }: ProvenBlocks): void {
  const isProven = ({ from }: Suspect) => from < newest.height
  const proven = `${host} reports block ${newest.height} as ${newestHash}, which is proven`
  const liars = new Map(
    trust.suspects.filter(isProven).map(({ error }) => [error.host, `${error.message}; ${proven}`]),
  )
  liars.delete(host)
  for (const [liar, reason] of liars) pool.blame(liar, reason)
  trust.suspects = trust.suspects.filter((one) => !isProven(one))
}

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

interface ProvenBlocks {
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
async function readProven(input: ReadProvenInput): Promise<ProvenBlocks> {
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
  if (last === undefined) throw new RangeError('no height was requested')
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
  throw new ProofError('power', `block ${target.header.height} could not be proven in ${MOST_STEPS} steps`)
}

async function between(node: NodeClient, height: number): Promise<SignedHeader> {
  try {
    return await node.commit(height)
  } catch (error) {
    if (!(error instanceof ChainReadError) || error.kind !== 'pruned') throw error
    throw new ProofError(
      'expired',
      `block ${height}, between the trusted one and the newest, has been pruned`,
    )
  }
}
