import { ChainReadError, ProofError } from '../errors.ts'
import type { EndpointAnswer, EndpointPool } from '../pool/endpoint-pool.ts'
import { asTrusted, asUnproven, checkHeader, checkPower, failedCheck } from '../proof/block-proof.ts'
import type { Trusted, TrustOrigin } from '../proof/trusted.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { createProvenSets, type ProvenSets, type SetCache } from './proven-sets.ts'
import type { ChainTrust } from './walk-request.ts'

/** As seen by this process: no clock says which of two blocks is the newer one. */
const STALLED_MS = 60_000

interface Asking {
  pool: EndpointPool
  trust: ChainTrust
  chainId: string
  sets: SetCache
}

interface FirstTrustInput extends Asking {
  /** The last block that is known from before, or only its height; null where nothing is. */
  known: { height: number; hash: string | null } | null
  /** How far below the head trust begins where nothing is known. */
  back: number
}

/**
 * The block that proofs begin at: the operator's; else one that two hosts report alike; else the one that a single host
 * reports, which then is what was seen first. Null where nobody's block can be proven in itself: the chain is of another
 * kind, and nobody is blamed.
 *
 * @throws ChainReadError where no endpoint answers, or where they contradict each other
 */
export async function firstTrust(input: FirstTrustInput): Promise<Trusted | null> {
  const { newest, common } = claimedHeights(input.pool)
  if (newest === null) throw failure('no usable endpoint', 'transport')
  return trustNear(input, common ?? newest, newest)
}

/** `newest`: what is claimed above `base`, where trust may begin instead. */
async function trustNear(input: FirstTrustInput, base: number, newest: number): Promise<Trusted | null> {
  const { trust, known } = input
  const given = await givenTrust(input, known?.height ?? base)
  if (given !== null) return given
  const near = [input.back, input.back / 2, 0].map((back) => base - 1 - Math.floor(back))
  // Where the known block is forgotten, trust begins at the one that is wanted next.
  const heights = known === null ? near : [known.height, known.height + 1]
  const failures: EndpointAnswer<Trusted>[] = []
  let last: EndpointAnswer<Trusted>[] = []
  for (const height of heights.map((one) => Math.max(1, one))) {
    const answers = await ask(input, height)
    const knownHash = height === known?.height ? known.hash : null
    if (!isForgotten(answers) || isReported(answers, knownHash)) return agreedOf(input, answers, knownHash)
    failures.push(...answers.filter(({ ok }) => !ok))
    last = answers
    if (known === null) continue
    const signers = await firstTrust({ ...input, known: null, back: 0 })
    if (signers === null) return null
    const witnessed = await ask(input, height, signers.nextSet)
    if (!witnessed.some(({ ok }) => ok)) continue
    const block = agreedOf(input, witnessed, knownHash)
    return block === null ? null : { ...block, origin: signers.origin }
  }
  if (known === null && newest > base && isLeftBehind(trust, base, last))
    return trustNear(input, newest, newest)
  // Who fails at what the others have forgotten keeps nothing of it either.
  throw firstError(failures.filter((one) => !one.ok && failedCheck(one.error) === null))
}

/**
 * The block that the operator vouches for, where it is not above `height` and somebody still has it; else null.
 *
 * @throws ChainReadError where no endpoint answers; `fork` where all that do have another block
 */
export async function givenTrust(input: Asking, height: number): Promise<Trusted | null> {
  const { given } = input.trust
  if (given === null || given.height > height) return null
  const answers = await ask(input, given.height)
  return !isForgotten(answers) || isReported(answers, given.hash) ? asGiven(input, answers) : null
}

/**
 * Nobody says what is there but one that has stalled, as a node does that has missed an upgrade: the others have
 * forgotten it. While that one goes on it is another matter: who of two lies is not to be seen.
 */
function isLeftBehind(trust: ChainTrust, base: number, answers: readonly EndpointAnswer<Trusted>[]): boolean {
  const now = trust.clock.monotonic()
  if (trust.stalled?.height !== base) trust.stalled = { height: base, since: now }
  return (
    now - trust.stalled.since > STALLED_MS &&
    answers.some(({ ok }) => ok) &&
    answers.every((one) => one.ok || NOT_THERE.has(one.error.kind))
  )
}

/** Forgotten, or not there yet. */
const NOT_THERE: ReadonlySet<ChainReadError['kind']> = new Set(['pruned', 'rpc'])

async function ask(
  { pool, sets, trust, chainId }: Asking,
  height: number,
  trustedSet: TrustedSet = null,
): Promise<EndpointAnswer<Trusted>[]> {
  return pool.poll(async (node) => {
    try {
      const proven = createProvenSets(node, sets)
      return await provenInItself(node, { sets: proven, chainId, height, trust, trustedSet })
    } catch (error) {
      throw asUnproven(node.host, error)
    }
  })
}

/** Of which more than a third has to have signed as well, however long before or after; null for no such set. */
type TrustedSet = Trusted['nextSet'] | null

interface InItself {
  sets: ProvenSets
  chainId: string
  height: number
  trust: ChainTrust
  trustedSet: TrustedSet
}

/**
 * @throws ChainReadError, ProofError; `expired` where too few of the trusted set signed it
 */
export async function provenInItself(
  node: NodeClient,
  { sets, chainId, height, trust, trustedSet }: InItself,
): Promise<Trusted> {
  const signed = await node.commit(height)
  checkHeader(chainId, signed)
  const [set, nextSet] = await Promise.all([
    sets.of(signed.header.validatorsHash, height),
    sets.of(signed.header.nextValidatorsHash, height + 1),
  ])
  if (!checkPower({ chainId, signed, set, trustedSet, check: trust.check }))
    throw new ProofError('expired', `less than a third of the current voting power signed block ${height}`)
  return asTrusted(signed, nextSet, { origin: 'FIRST_SEEN', unbondingMs: null })
}

function isForgotten(answers: readonly EndpointAnswer<Trusted>[]): boolean {
  return answers.some((one) => !one.ok && one.error.kind === 'pruned')
}

/**
 * Where somebody has forgotten a block, one that still shows it is no witness alone: anybody can sign a block by a set
 * of their own. It is the block if it has the hash that is known, or if two report it alike; else those who sign the
 * newest one, on which all agree, must have signed it.
 */
function isReported(answers: readonly EndpointAnswer<Trusted>[], hash: string | null): boolean {
  const reported = answers.flatMap((one) => (one.ok ? [one.value.hash] : []))
  return hash === null
    ? reported.some((one, index) => reported.indexOf(one) < index)
    : reported.includes(hash)
}

/** Against the operator's word nobody counts, however many report the same. */
function asGiven({ pool, trust }: Asking, answers: readonly EndpointAnswer<Trusted>[]): Trusted {
  const { height, hash } = trust.given ?? { height: 0, hash: '' }
  const right = answers.find((one) => one.ok && one.value.hash === hash)
  if (right === undefined || !right.ok) {
    const shown = answers.flatMap((one) => (one.ok ? [`${one.host} reports ${one.value.hash}`] : []))
    if (shown.length === 0) throw firstError(answers)
    throw failure(`block ${height} is not the trusted one of the catalogue (${shown.join(', ')})`, 'fork')
  }
  for (const one of answers) {
    if (one.ok && one.value.hash !== hash)
      pool.blame(one.host, `it reports block ${height} as ${one.value.hash}; the operator trusts ${hash}`)
  }
  return { ...right.value, origin: 'GIVEN' }
}

function agreedOf(
  { pool, trust }: FirstTrustInput,
  answers: readonly EndpointAnswer<Trusted>[],
  knownHash: string | null,
): Trusted | null {
  const groups = new Map<string, Trusted[]>()
  for (const one of answers)
    if (one.ok) groups.set(one.value.hash, [...(groups.get(one.value.hash) ?? []), one.value])
  if (groups.size === 0) return noneProven(trust, answers)
  const [chosen, ...others] = [...groups.values()].sort((a, b) => b.length - a.length)
  const right = knownHash === null ? chosen : groups.get(knownHash)
  const block = right?.[0]
  if (right === undefined || block === undefined)
    throw failure(`block ${chosen?.[0]?.height ?? 0} is not the one known before, at any endpoint`, 'fork')
  if (knownHash === null && others[0]?.length === right.length)
    throw failure(`the endpoints report different blocks at height ${block.height}, and each proves its own`)
  for (const one of answers) {
    const shows = one.ok ? `it reports block ${block.height} as ${one.value.hash}` : failedText(one.error)
    if (shows !== null && !(one.ok && one.value.hash === block.hash))
      pool.blame(one.host, `${shows}; ${hostOf(answers, block.hash)} reports ${block.hash}, which is proven`)
  }
  trust.notProvable = null
  const origin: TrustOrigin = right.length > 1 ? 'AGREED' : 'FIRST_SEEN'
  return { ...block, origin }
}

function noneProven(trust: ChainTrust, answers: readonly EndpointAnswer<Trusted>[]): null {
  const reasons = answers.flatMap((one) => (one.ok ? [] : [failedText(one.error)]))
  const reason = reasons.find((one) => one !== null)
  // Nobody said anything that could be judged.
  if (reason === undefined || reason === null) throw firstError(answers)
  trust.notProvable = { reason, at: trust.clock.monotonic() }
  return null
}

function failedText(error: ChainReadError): string | null {
  return failedCheck(error) === null ? null : error.message
}

function hostOf(answers: readonly EndpointAnswer<Trusted>[], hash: string): string {
  return answers.find((one) => one.ok && one.value.hash === hash)?.host ?? ''
}

/** One that failed may keep what another has forgotten. */
function firstError(answers: readonly EndpointAnswer<Trusted>[]): ChainReadError {
  const errors = answers.flatMap((one) => (one.ok ? [] : [one.error]))
  return (
    errors.find(({ kind }) => kind !== 'pruned') ?? errors[0] ?? failure('no usable endpoint', 'transport')
  )
}

function failure(reason: string, kind: ChainReadError['kind'] = 'schema'): ChainReadError {
  return new ChainReadError({ kind, host: 'pool', method: 'commit', reason })
}

interface ClaimedHeights {
  /** Null where no endpoint is fit for use. */
  newest: number | null
  /** The second highest: a liar alone moves it neither up nor down, where there are more than two. Null: there is one. */
  common: number | null
  /** How many endpoints say any. */
  count: number
}

/** How high the endpoints say that the chain is. */
export function claimedHeights(pool: Pick<EndpointPool, 'views'>): ClaimedHeights {
  const claims = pool
    .views()
    .flatMap(({ state, height }) => (state === 'OK' && height !== null ? [height] : []))
    .sort((a, b) => b - a)
  return { newest: claims[0] ?? null, common: claims[1] ?? null, count: claims.length }
}
