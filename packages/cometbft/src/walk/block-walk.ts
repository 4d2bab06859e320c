import type { EndpointView } from '../domain.ts'
import { ChainReadError, gravest } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { asUnproven, ContradictionError, failedCheck } from '../proof/block-proof.ts'
import { isExpired, type Trusted } from '../proof/trusted.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { claimedHeights, firstTrust, givenTrust } from './first-trust.ts'
import { proveKept, walkProven } from './proven-walk.ts'
import { walkUnproven } from './unproven-walk.ts'
import {
  type ChainTrust,
  type Gap,
  type NewestHeader,
  type WalkRange,
  type WalkRequest,
  type WalkResult,
} from './walk-request.ts'

export type { NewestHeader, WalkResult }

/** Enough for the strip of 60 letters and the median of 100 block times. */
const DEFAULT_BACK = 110

/**
 * Reads the blocks from `from` up to the newest settled one, `limit` of them at most, and proves them.
 *
 * @throws ChainReadError and nothing else; `fork` and `proof` only where every endpoint fit for use says so, or
 * where two proven blocks contradict each other
 */
export async function walk(request: WalkRequest): Promise<WalkResult> {
  const { pool, from } = request
  if (pool.claim() === null || pool.chainIdSeen === null) return nothing(request)
  try {
    return await walkFrom(request, pool.chainIdSeen)
  } catch (error) {
    const typed = asUnproven('pool', error)
    if (!(typed instanceof ChainReadError) || typed.kind !== 'pruned' || from === null) throw typed
    if (pool.mayKeepSoon(from)) throw typed
    const prove = (node: NodeClient, height: number) => proveKept(request, node, height)
    const gap = await findGap({ pool, from, prove })
    // Who has just begun to read believes no head yet, and without one keeps nothing, not even the gap.
    if (pool.head() === null)
      await walkFrom({ ...request, from: gap.to + 1, limit: 0, previousHash: null }, pool.chainIdSeen)
    return { ...nothing(request), gap }
  }
}

async function walkFrom(request: WalkRequest, chainId: string): Promise<WalkResult> {
  const { trust, trusted, from } = request
  const anchored = await readAnchored(request, chainId)
  if (anchored !== null) return anchored
  const isOld = trusted !== null && isExpired(trusted, trust.clock.now())
  if (trusted !== null && !isOld && trusted.height <= (from ?? trusted.height)) {
    try {
      return await readOn(request, trusted)
    } catch (error) {
      // The blocks that lead here from the trusted one are forgotten: trust has to begin anew.
      if (failedCheck(error) !== 'expired') throw error
    }
  }
  const isKnownKind = trusted === null && isNotProvable(trust)
  return readOn(request, isKnownKind ? null : await begin(request, chainId))
}

/** It may have been the only endpoint that answered, and a liar: tried again from time to time. */
const TRY_AGAIN_MS = 300_000

function isNotProvable({ notProvable, clock }: ChainTrust): boolean {
  return notProvable !== null && clock.monotonic() - notProvable.at < TRY_AGAIN_MS
}

/**
 * What the operator vouches for counts from when it is said, not only where nothing is trusted yet. Null where there is no
 * such block, where what is trusted was proven from it, and where it leads nowhere any more.
 */
async function readAnchored(request: WalkRequest, chainId: string): Promise<WalkResult | null> {
  const { pool, sets, trust, trusted } = request
  if (trusted === null || trusted.origin === 'GIVEN' || trust.isGivenForgotten) return null
  try {
    const given = await givenTrust({ pool, sets, trust, chainId }, trusted.height)
    const { unbondingMs } = trusted
    if (given !== null && !isExpired({ ...given, unbondingMs }, trust.clock.now()))
      return await readOn(request, given)
    // One that is above is looked at when its height is read.
    trust.isGivenForgotten = true
  } catch (error) {
    if (failedCheck(error) === 'expired') trust.isGivenForgotten = true
    else throw isContradiction(error) ? notOfGiven(trust) : error
  }
  return null
}

const isContradiction = (error: unknown) =>
  error instanceof ChainReadError && error.cause instanceof ContradictionError

function notOfGiven({ given }: WalkRequest['trust']): ChainReadError {
  const reason = `the chain being followed does not contain the trusted block ${given?.height ?? 0} of the catalogue`
  return new ChainReadError({ kind: 'fork', host: 'pool', method: 'commit', reason })
}

async function begin(request: WalkRequest, chainId: string): Promise<Trusted | null> {
  const { pool, sets, trust, from, previousHash, back = DEFAULT_BACK } = request
  const known = from === null ? null : { height: from - 1, hash: previousHash }
  const trusted = await firstTrust({ pool, sets, trust, chainId, known, back })
  return trusted === null ? null : { ...trusted, unbondingMs: trust.unbondingMs }
}

async function readOn(request: WalkRequest, trusted: Trusted | null): Promise<WalkResult> {
  const range = rangeOf(request, trusted)
  if (range === null) return { ...nothing(request), trusted }
  if (trusted === null) return walkUnproven(request, range)
  const kept = { ...trusted, unbondingMs: request.trust.unbondingMs ?? trusted.unbondingMs }
  return walkProven(request, range, kept)
}

/** What there is to read; null where nothing is. Where no head is believed yet, the newest header at least. */
function rangeOf(request: WalkRequest, trusted: Trusted | null): WalkRange | null {
  const { pool, limit, back = DEFAULT_BACK } = request
  const claimed = pool.claim()?.height ?? 0
  const head = pool.head()?.height ?? null
  // With nothing to go on from, what is claimed far above the others must not be where letters begin: the newest header
  // that can be proven says where.
  if (request.from === null && trusted !== null && head === null && isFarAhead(pool, back))
    return { from: trusted.height, to: trusted.height - 1, previousHash: null }
  const near = Math.max(1, (head ?? likelyNewest(pool, back)) - back)
  const from = request.from ?? (trusted === null || trusted.height < near ? near : trusted.height)
  const previousHash = request.from === null ? null : request.previousHash
  const to = lastWanted({ from, limit, height: claimed })
  if (to === null && head !== null) return null
  return { from, to: to ?? from - 1, previousHash }
}

function isFarAhead(pool: WalkRequest['pool'], back: number): boolean {
  const { newest, common } = claimedHeights(pool)
  return newest !== null && common !== null && newest - common > back
}

/** Where nothing proves it, one of more than two that is far ahead of the others is not where to look. */
function likelyNewest(pool: WalkRequest['pool'], back: number): number {
  const { common, count } = claimedHeights(pool)
  return (isFarAhead(pool, back) && count > 2 ? common : pool.claim()?.height) ?? 0
}

/** The last height to read now: below the newest, whose commit is not settled; null where there is none to read. */
export function lastWanted(input: { from: number; limit: number; height: number | null }): number | null {
  const to = Math.min(input.from + input.limit - 1, (input.height ?? 0) - 1)
  return to < input.from ? null : to
}

function nothing({ pool, trusted }: WalkRequest): WalkResult {
  return { blocks: [], gap: null, head: pool.head(), trusted, newest: null }
}

interface GapInput {
  pool: EndpointPool
  /** What no endpoint keeps. */
  from: number
  /** Makes sure that what a node shows of a height is the chain's. @throws ChainReadError */
  prove: (node: NodeClient, height: number) => Promise<void>
}

/**
 * No endpoint keeps `from`: up to where is nothing kept by any? All that are fit for use are asked, and the one that
 * reaches back furthest counts: one alone could give up heights that another keeps, or show some that are not there.
 *
 * @throws ChainReadError; `pruned` while one that does not answer may keep more
 */
async function findGap({ pool, from, prove }: GapInput): Promise<Gap> {
  const answers = await pool.poll(async (node, view) => {
    const lowest = await lowestKept({
      node,
      pruned: from,
      kept: newestSettled(view),
      hint: view.earliestHeight,
    })
    await prove(node, lowest)
    return lowest
  })
  const lowest = answers.flatMap((one) => (one.ok ? [one.value] : []))
  if (lowest.length === 0)
    throw gravest(answers.flatMap((one) => (one.ok ? [] : [one.error]))) ?? nobody(from)
  const end = Math.min(...lowest) - 1
  if (end > from && pool.mayKeepSoon(end)) throw nobody(from)
  return { from, to: end }
}

const newestSettled = ({ height }: EndpointView) => (height ?? 0) - 1

function nobody(from: number): ChainReadError {
  const reason = `no responding endpoint has height ${from}, but another may`
  return new ChainReadError({ kind: 'pruned', host: 'pool', method: 'commit', reason })
}

interface LowestKeptInput {
  node: NodeClient
  /** A height that the node no longer keeps. */
  pruned: number
  /** A height that it should keep. */
  kept: number
  /** Where the node says that it begins, from its status; null where it does not say. */
  hint: number | null
}

/**
 * The lowest height whose commit a node still has, by halving: what `/status` says may be old by now, and nodes word
 * their refusals differently.
 *
 * @throws ChainReadError pruned where it does not even have `kept`
 */
async function lowestKept({ node, pruned, kept, hint }: LowestKeptInput): Promise<number> {
  if (kept <= pruned) {
    const reason = `nothing above height ${pruned} yet`
    throw new ChainReadError({ kind: 'pruned', host: node.host, method: 'commit', reason })
  }
  await node.commit(kept)
  let low = pruned
  let high = kept
  let next = hint !== null && hint > low && hint < high ? hint : middle(low, high)
  while (high - low > 1) {
    const has = await keeps(node, next)
    if (has) high = next
    else low = next
    // The hint is right more often than not: then the block below it decides it.
    next = next === hint && has && next - 1 > low ? next - 1 : middle(low, high)
  }
  return high
}

function middle(low: number, high: number): number {
  return Math.floor((low + high) / 2)
}

async function keeps(node: NodeClient, height: number): Promise<boolean> {
  try {
    await node.commit(height)
    return true
  } catch (error) {
    if (error instanceof ChainReadError && error.kind === 'pruned') return false
    throw error
  }
}
