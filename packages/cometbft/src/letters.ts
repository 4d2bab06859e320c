import type { Commit, CommitSignature } from './commit.decode.ts'
import type { BlockLetter, BlockObservation, ConsensusHex, SetMember } from './domain.ts'
import { ShapeError } from './shape-error.ts'

/**
 * Who signed a block: its commit beside the validator set of the same height, place by place. A signature that is
 * there names its validator, so a set that is not the right one is noticed; an absent one names nobody, so a guess
 * would blame the wrong validator.
 *
 * @throws ShapeError where commit and set do not fit each other
 */
export function observeBlock(commit: Commit, set: readonly SetMember[]): BlockObservation {
  const { header, signatures } = commit
  if (signatures.length !== set.length) {
    throw new ShapeError(`${signatures.length} signatures for a set of ${set.length}`)
  }
  const letters = new Map<ConsensusHex, BlockLetter>()
  for (const [place, signature] of signatures.entries()) {
    const member = set[place]
    if (member === undefined || (signature.flag !== ABSENT && signature.address !== member.address)) {
      throw new ShapeError(`signature ${place} is not by the validator of that place`)
    }
    letters.set(member.address, letterOf(signature, member.address === header.proposer))
  }
  if (!letters.has(header.proposer)) throw new ShapeError('the proposer is not in the set')
  return {
    height: header.height,
    time: header.time,
    hash: commit.hash,
    proposer: header.proposer,
    validatorsHash: header.validatorsHash,
    letters,
  }
}

const ABSENT = 1
const NIL = 3

/** What must stay visible wins: a proposer who is missing from the commit is `m`, one who voted nil is `n`. */
function letterOf({ flag }: CommitSignature, isProposer: boolean): BlockLetter {
  if (flag === ABSENT) return 'm'
  if (flag === NIL) return 'n'
  return isProposer ? 'p' : 's'
}
