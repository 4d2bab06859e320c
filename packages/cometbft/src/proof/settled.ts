import { commitHash } from './block-hash.ts'
import { ProofError } from './proof-error.ts'
import type { FullHeader, SignedHeader } from './signed-header.ts'

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
