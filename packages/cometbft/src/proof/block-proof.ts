import type { FullHeader, SetMember, SignedHeader } from '../domain.ts'
import { ChainReadError, ProofError } from '../errors.ts'
import { addressOf, commitHash, headerHash, setHash, voteBytes } from './block-hash.ts'
import { type CheckSignature, isCheckable } from './signature.ts'
import type { Trusted } from './trusted.ts'

export interface BlockProofInput {
  chainId: string
  /** Neighbors, oldest first. The last one's signatures prove it, and its hashes those before it. */
  signed: readonly SignedHeader[]
  /** The set of the last one, whose hash has been checked. */
  set: readonly SetMember[]
  /**
   * A block not above the last one; one that is among them has to be the same. Null: there is none to begin at, and
   * the last one is proven in itself only.
   */
  trusted: Trusted | null
  /** The block that the first one has to follow from, where it is known. */
  previousHash: string | null
  check: CheckSignature
}

/** What the chain's own validators signed does not continue what they signed before. */
export class ContradictionError extends ProofError {
  constructor(height: number) {
    super('link', `the chain has double-signed: two proven blocks at height ${height}`)
  }
}

/**
 * Proves neighboring blocks. False where too little of the trusted set signed the last one: then a block in between
 * has to be trusted first.
 *
 * @throws ProofError for the first thing that does not hold; `ContradictionError` where all of it holds, and yet it
 * is another chain than the known one
 */
export function proveBlocks(input: BlockProofInput): boolean {
  const { chainId, signed, trusted, previousHash } = input
  const [first, last] = [signed[0], signed.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('no block to prove')
  for (const [index, block] of signed.entries()) {
    checkHeader(chainId, block)
    const before = signed[index - 1]
    if (before === undefined) continue
    checkLink({ ...before.header, hash: before.commit.blockId.hash }, block.header)
    checkSettled(before, block.header)
  }
  const same = trusted === null ? undefined : signed.find(({ header }) => header.height === trusted.height)
  if (same !== undefined && same.commit.blockId.hash !== trusted?.hash)
    throw new ProofError(
      'link',
      `block ${same.header.height} is ${same.commit.blockId.hash}, not the trusted one`,
    )
  if (last !== same && !provesLast(input, last)) return false
  if (previousHash !== null && first.header.lastBlockId.hash !== previousHash) {
    if (trusted === null || same !== undefined)
      throw new ProofError('link', 'it does not follow the last known block')
    throw new ContradictionError(first.header.height - 1)
  }
  return true
}

function provesLast({ chainId, set, trusted, check }: BlockProofInput, last: SignedHeader): boolean {
  if (trusted === null) return checkPower({ chainId, signed: last, set, trustedSet: null, check })
  const { height, timeNs, validatorsHash } = last.header
  if (height <= trusted.height) throw new RangeError(`block ${height} is not above the trusted one`)
  if (timeNs <= trusted.timeNs)
    throw new ProofError('header', `block ${height} is older than the trusted one`)
  if (height === trusted.height + 1 && validatorsHash !== trusted.nextValidatorsHash)
    throw new ProofError('link', `block ${height} does not have the announced validator set`)
  return checkPower({ chainId, signed: last, set, trustedSet: trusted.nextSet, check })
}

/** The commit is a true one perhaps, but not (yet) the one that the next block holds: nobody lied. */
export class UnsettledError extends ProofError {
  constructor(height: number) {
    super('settled', `the commit of ${height} is not the settled one`)
  }
}

/**
 * A commit is the one that the next block holds. Two thirds of the signatures do not show that: with one taken out,
 * or of a commit that the node has seen and the chain has not kept, they are still there.
 *
 * @throws ProofError settled; `UnsettledError` where the answer itself says that it is not settled, as a cache may
 * still say long after
 */
function checkSettled({ commit, canonical }: SignedHeader, after: FullHeader): void {
  const hash = commitHash(commit.signatures)
  if (hash === after.lastCommitHash) return
  if (!canonical) throw new UnsettledError(commit.height)
  throw new ProofError(
    'settled',
    `the commit of height ${commit.height} does not match the one in block ${after.height}: its signatures hash to ${hash}, expected ${after.lastCommitHash}`,
  )
}

const forBlock = 2

/**
 * A header is what its commit is for, and of the chain.
 *
 * @throws ProofError header
 */
export function checkHeader(chainId: string, { header, commit }: SignedHeader): void {
  if (header.chainId !== chainId) throw new ProofError('header', `it belongs to chain ${header.chainId}`)
  if (header.height !== commit.height) throw new ProofError('header', 'its commit is for another height')
  const hash = headerHash(header)
  if (hash !== commit.blockId.hash)
    throw new ProofError(
      'header',
      `its header of height ${header.height} is not what was signed: it hashes to ${hash}, but the commit is for ${commit.blockId.hash}`,
    )
}

/**
 * A set is the one whose hash a header has. Addresses are not in that hash: they have to be those of the keys.
 *
 * @throws ProofError set
 */
export function checkSet(set: readonly SetMember[], validatorsHash: string): void {
  if (setHash(set) !== validatorsHash) throw new ProofError('set', 'the set is not the one of the header')
  if (set.some((member) => addressOf(member) !== member.address))
    throw new ProofError('set', 'an address of the set is not that of its key')
}

interface PowerInput {
  chainId: string
  signed: SignedHeader
  /** The set of that height, whose hash has been checked. */
  set: readonly SetMember[]
  /** The set that is trusted; a third of it has to have signed as well. Null: there is none yet. */
  trustedSet: readonly SetMember[] | null
  check: CheckSignature
}

/**
 * More than two thirds of the set signed the block. Says whether more than a third of the trusted set did: if not,
 * that is no fault of the block, and one in between has to be proven first. Signers are named by their place, since
 * nobody signs the addresses of a commit. Keys that cannot be checked count as the power of nobody who signed.
 *
 * @throws ProofError power; `unchecked` where it is signed by enough, and some of them cannot be checked
 */
export function checkPower({ chainId, signed, set, trustedSet, check }: PowerInput): boolean {
  const { signatures } = signed.commit
  if (signatures.length !== set.length)
    throw new ProofError('power', `${signatures.length} signatures for a set of ${set.length}`)
  const trusted = new Map((trustedSet ?? []).map((member) => [member.address, member.power]))
  const own = { all: sum(set.map(({ power }) => power)), signed: 0n }
  const overlap = { all: sum([...trusted.values()]), signed: 0n }
  const isOverlapping = () => trustedSet === null || overlap.signed * 3n > overlap.all
  const isMost = (power: bigint) => power * 3n > own.all * 2n
  const isEnough = () => isMost(own.signed)
  if (!isMost(sum(set.filter(isCheckable).map(({ power }) => power))))
    throw new ProofError('power', 'its keys are of a type that cannot be verified')
  const signers = [...set.entries()].filter(([place]) => signatures[place]?.flag === forBlock)
  // Whoever forges a block can have it signed by ten thousand keys of his own, which take seconds to check, and by none of
  // the trusted set: that is seen without checking any, and theirs are checked first.
  const claimed = sum(signers.map(([, { address }]) => trusted.get(address) ?? 0n))
  if (trustedSet !== null && claimed * 3n <= overlap.all) return false
  const isTrusted = ([, { address }]: (typeof signers)[number]) => Number(trusted.has(address))
  let unchecked = 0n
  const bytesOf = voteBytes(chainId, signed.commit)
  for (const [place, member] of signers.sort((a, b) => isTrusted(b) - isTrusted(a))) {
    const signature = signatures[place]
    if (signature === undefined) continue
    if (!isCheckable(member)) {
      unchecked += member.power
      continue
    }
    if (!check(member, bytesOf(place), signature.signature))
      throw new ProofError('power', `the signature of ${member.address} does not match its key`)
    own.signed += member.power
    overlap.signed += trusted.get(member.address) ?? 0n
    if (isEnough() && isOverlapping()) return true
  }
  if (isEnough()) return false
  if (isMost(own.signed + unchecked))
    throw new ProofError('unchecked', 'too many of its signatures are of a type that cannot be verified')
  throw new ProofError('power', 'less than two thirds of the set signed it')
}

/**
 * A block and the next one are two of one chain.
 *
 * @throws ProofError link
 */
function checkLink(
  before: Pick<FullHeader, 'height' | 'timeNs' | 'nextValidatorsHash'> & { hash: string },
  header: FullHeader,
): void {
  const fail = (reason: string) => new ProofError('link', `block ${header.height} ${reason}`)
  if (header.height !== before.height + 1) throw fail(`does not come directly after ${before.height}`)
  if (header.lastBlockId.hash !== before.hash)
    throw fail(
      `does not follow the last known block: its parent is ${header.lastBlockId.hash}, expected ${before.hash}`,
    )
  if (header.validatorsHash !== before.nextValidatorsHash)
    throw fail('does not have the announced validator set')
  if (header.timeNs <= before.timeNs) throw fail('is not newer than the one before it')
}

/** A proven block as what later ones are proven from. `nextSet` is the set of the height above it. */
export function asTrusted(
  { header, commit }: SignedHeader,
  nextSet: readonly SetMember[],
  from: Pick<Trusted, 'origin' | 'unbondingMs'>,
): Trusted {
  const { height, timeNs, nextValidatorsHash } = header
  const { origin, unbondingMs } = from
  return { height, timeNs, hash: commit.blockId.hash, nextValidatorsHash, nextSet, origin, unbondingMs }
}

const sum = (powers: readonly bigint[]) => powers.reduce((all, power) => all + power, 0n)

/** A proof that failed as the error that leaves the package. Anything else stays as it is. */
export function asUnproven(host: string, error: unknown): unknown {
  if (!(error instanceof ProofError)) return error
  const about = { host, method: 'commit', reason: error.message, cause: error }
  if (error instanceof ContradictionError) return new ChainReadError({ kind: 'fork', ...about })
  if (error instanceof UnsettledError) return new ChainReadError({ kind: 'schema', ...about })
  return new ChainReadError({ kind: 'proof', ...about })
}

/** The check that failed, where it is a lie or another kind of chain; null where it says neither. */
export function failedCheck(error: unknown): ProofError['check'] | null {
  if (!(error instanceof ChainReadError) || error.kind !== 'proof') return null
  return error.cause instanceof ProofError ? error.cause.check : null
}
