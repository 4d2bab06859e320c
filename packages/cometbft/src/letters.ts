import type { BlockLetter, BlockObservation, ConsensusHex, SetMember } from './domain.ts'
import type { SignatureFlag, SignedHeader } from './proof/signed-header.ts'
import { ShapeError } from './shape-error.ts'

/** What a commit and its set say about a block; how it is known is added by whoever checked it. */
export type ObservedBlock = Omit<BlockObservation, 'assurance' | 'host'>

/**
 * Who signed a block: its commit beside the validator set of the same height, place by place. The addresses in a
 * commit are signed by nobody, and a proposer may have written wrong ones: the set's own are taken.
 *
 * @throws ShapeError where commit and set do not fit each other
 */
export function observeBlock({ header, commit }: SignedHeader, set: readonly SetMember[]): ObservedBlock {
  const { signatures } = commit
  if (signatures.length !== set.length) {
    throw new ShapeError(`${signatures.length} signatures for a set of ${set.length}`)
  }
  const letters = new Map<ConsensusHex, BlockLetter>()
  let signedPower = 0n
  let totalPower = 0n
  for (const [place, signature] of signatures.entries()) {
    const member = set[place]
    if (member === undefined) throw new ShapeError(`no validator at place ${place}`)
    totalPower += member.power
    if (signature.flag !== ABSENT) signedPower += member.power
    letters.set(member.address, letterOf(signature.flag, member.address === header.proposer))
  }
  if (!letters.has(header.proposer)) throw new ShapeError('the proposer is not in the set')
  return {
    height: header.height,
    time: header.time,
    hash: commit.blockId.hash,
    proposer: header.proposer,
    validatorsHash: header.validatorsHash,
    letters,
    signedPower,
    totalPower,
  }
}

/**
 * Where the set could not be checked by its hash: each signature that is there has to name the validator of its
 * place, so that a set which is not the right one is noticed.
 *
 * @throws ShapeError
 */
export function checkNames({ commit }: SignedHeader, set: readonly SetMember[]): void {
  for (const [place, { flag, address }] of commit.signatures.entries()) {
    if (flag !== ABSENT && address !== set[place]?.address)
      throw new ShapeError(`signature ${place} is not by the validator of that place`)
  }
}

const ABSENT = 1
/** Nil votes: alone, in an aggregate, and left out of it for being told by another. */
const NIL: ReadonlySet<SignatureFlag> = new Set([3, 6, 7])

/** What must stay visible wins: a proposer who is missing from the commit is `m`, one who voted nil is `n`. */
function letterOf(flag: SignatureFlag, isProposer: boolean): BlockLetter {
  if (flag === ABSENT) return 'm'
  if (NIL.has(flag)) return 'n'
  return isProposer ? 'p' : 's'
}
