import type { SetMember } from '../domain.ts'
import { checkHeader, checkLink, checkPower } from './light.ts'
import { ProofError } from './proof-error.ts'
import type { CheckSignature } from './signature.ts'
import type { SignedHeader, FullHeader } from './signed-header.ts'
import type { Trusted } from './trusted.ts'
import { commitHash } from './block-hash.ts'

export interface BlockProofInput {
  chainId: string
  /** Neighbours, oldest first. The last one's signatures prove it, and its hashes those before it. */
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
 * Proves neighbouring blocks. False where too little of the trusted set signed the last one: then a block in between
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
      throw new ProofError('link', 'it does not follow from the block known before it')
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
    throw new ProofError('link', `block ${height} has another validator set than was announced`)
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
export function checkSettled({ commit, canonical }: SignedHeader, after: FullHeader): void {
  const hash = commitHash(commit.signatures)
  if (hash === after.lastCommitHash) return
  if (!canonical) throw new UnsettledError(commit.height)
  throw new ProofError(
    'settled',
    `the commit of ${commit.height} is not the one that block ${after.height} holds: its signatures hash to ${hash}, and those to ${after.lastCommitHash}`,
  )
}
