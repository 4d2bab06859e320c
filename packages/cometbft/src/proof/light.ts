import type { SetMember } from '../domain.ts'
import { headerHash } from './block-hash.ts'
import { ProofError } from './proof-error.ts'
import { addressOf, setHash } from './set-hash.ts'
import type { CheckSignature } from './signature.ts'
import { isCheckable } from './signature.ts'
import type { FullHeader, SignedHeader } from './signed-header.ts'
import type { Trusted } from './trusted.ts'
import { voteBytes } from './vote-bytes.ts'

const forBlock = 2

/**
 * A header is what its commit is for, and of the chain.
 *
 * @throws ProofError header
 */
export function checkHeader(chainId: string, { header, commit }: SignedHeader): void {
  if (header.chainId !== chainId) throw new ProofError('header', `it is of the chain ${header.chainId}`)
  if (header.height !== commit.height) throw new ProofError('header', 'its commit is of another height')
  const hash = headerHash(header)
  if (hash !== commit.blockId.hash)
    throw new ProofError(
      'header',
      `its header of height ${header.height} is not what was signed: it hashes to ${hash}, and the commit is for ${commit.blockId.hash}`,
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

export interface PowerInput {
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
    throw new ProofError('power', 'its keys are of a kind that cannot be checked')
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
      throw new ProofError('power', `the signature of ${member.address} is not by its key`)
    own.signed += member.power
    overlap.signed += trusted.get(member.address) ?? 0n
    if (isEnough() && isOverlapping()) return true
  }
  if (isEnough()) return false
  if (isMost(own.signed + unchecked))
    throw new ProofError('unchecked', 'too many of its signatures are of a kind that cannot be checked')
  throw new ProofError('power', 'less than two thirds of the set signed it')
}

/**
 * A block and the next one are two of one chain.
 *
 * @throws ProofError link
 */
export function checkLink(
  before: Pick<FullHeader, 'height' | 'timeNs' | 'nextValidatorsHash'> & { hash: string },
  header: FullHeader,
): void {
  const fail = (reason: string) => new ProofError('link', `block ${header.height} ${reason}`)
  if (header.height !== before.height + 1) throw fail(`is not the one after ${before.height}`)
  if (header.lastBlockId.hash !== before.hash)
    throw fail(
      `does not follow from the one known before it: from ${header.lastBlockId.hash}, not ${before.hash}`,
    )
  if (header.validatorsHash !== before.nextValidatorsHash)
    throw fail('has another validator set than was announced')
  if (header.timeNs <= before.timeNs) throw fail('is not younger than the one before it')
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
