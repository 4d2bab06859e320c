import type {
  BlockLetter,
  BlockObservation,
  ConsensusHex,
  SetMember,
  SignatureFlag,
  SignedHeader,
} from '../domain.ts'
import { ShapeError } from '../errors.ts'
import { commitHash } from '../proof/block-hash.ts'
import { UnsettledError } from '../proof/block-proof.ts'
import type { NodeClient } from '../rpc/node-client.ts'

/**
 * The blocks from `from` on, up to `to` or to the first that cannot be had. The last one is not settled: whether its
 * commit is the one that the chain keeps, only the next block says.
 *
 * @throws ChainReadError where not even the first can be had; UnsettledError where its commit is another one than the
 * second block holds, as a cache in front of the node may say
 */
export async function readRun(node: NodeClient, from: number, to: number): Promise<SignedHeader[]> {
  const results = await node.commits(from, to)
  const [first] = results
  if (first?.ok === false) throw first.error
  const failed = results.findIndex((result) => !result.ok)
  const read = failed === -1 ? results : results.slice(0, failed)
  return settledPart(read.flatMap((result) => (result.ok ? [result.commit] : [])))
}

function settledPart(run: SignedHeader[]): SignedHeader[] {
  const unsettled = run.findIndex(({ commit, canonical }, index) => {
    const after = run[index + 1]
    return !canonical && after !== undefined && commitHash(commit.signatures) !== after.header.lastCommitHash
  })
  if (unsettled === 0) throw new UnsettledError(run[0]?.header.height ?? 0)
  return unsettled === -1 ? run : run.slice(0, unsettled + 1)
}

/** What a commit and its set say about a block; how it is known is added by whoever checked it. */
type ObservedBlock = Omit<BlockObservation, 'assurance' | 'host'>

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
    if (member === undefined) throw new ShapeError(`no validator at index ${place}`)
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
      throw new ShapeError(`signature ${place} is not from the validator at that index`)
  }
}

const ABSENT = 1
/** Nil votes: alone, in an aggregate, and left out of it for being reported by another. */
const NIL: ReadonlySet<SignatureFlag> = new Set([3, 6, 7])

/** What must stay visible wins: a proposer who is missing from the commit is `m`, one who voted nil is `n`. */
function letterOf(flag: SignatureFlag, isProposer: boolean): BlockLetter {
  if (flag === ABSENT) return 'm'
  if (NIL.has(flag)) return 'n'
  return isProposer ? 'p' : 's'
}
