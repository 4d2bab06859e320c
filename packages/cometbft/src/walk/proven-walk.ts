import type { EndpointView } from '../domain.ts'
import { ChainReadError, ProofError } from '../errors.ts'
import { asUnproven, ContradictionError, failedCheck } from '../proof/block-proof.ts'
import { isExpired, type Trusted } from '../proof/trusted.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { firstTrust, provenInItself } from './first-trust.ts'
import { type ProvenBlocks, readProven } from './proven-reader.ts'
import { createProvenSets } from './proven-sets.ts'
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
    throw new ProofError('link', `block ${vouched.height} is not the one that the operator trusts`)
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
