import type { CommitResult, NodeClient } from './node-client.ts'
import { commitHash } from './proof/block-hash.ts'
import { UnsettledError } from './proof/block-proof.ts'
import type { SignedHeader } from './proof/signed-header.ts'

/** CometBFT takes ten calls in a batch. */
const BATCH = 10

/**
 * The blocks from `from` on, up to `to` or to the first that cannot be had. The last one is not settled: whether its
 * commit is the one that the chain keeps, only the next block says.
 *
 * @throws ChainReadError where not even the first can be had; UnsettledError where its commit is another one than the
 * second block holds, as a cache in front of the node may say
 */
export async function readRun(node: NodeClient, from: number, to: number): Promise<SignedHeader[]> {
  const run: SignedHeader[] = []
  for (let start = from; start <= to; start += BATCH) {
    const results = await commitsOf(node, start, Math.min(start + BATCH - 1, to), run.length > 0)
    const failed = results.findIndex((result) => !result.ok)
    const read = failed === -1 ? results : results.slice(0, failed)
    run.push(...read.flatMap((result) => (result.ok ? [result.commit] : [])))
    const first = results[0]
    if (run.length === 0 && first?.ok === false) throw first.error
    if (failed !== -1 || results.length === 0) break
  }
  return settledPart(run)
}

/** What was read before something went wrong counts. */
async function commitsOf(
  node: NodeClient,
  from: number,
  to: number,
  hasSome: boolean,
): Promise<CommitResult[]> {
  try {
    return await node.commits(from, to)
  } catch (error) {
    if (hasSome) return []
    throw error
  }
}

function settledPart(run: SignedHeader[]): SignedHeader[] {
  const unsettled = run.findIndex(({ commit, canonical }, index) => {
    const after = run[index + 1]
    return !canonical && after !== undefined && commitHash(commit.signatures) !== after.header.lastCommitHash
  })
  if (unsettled === 0) throw new UnsettledError(run[0]?.header.height ?? 0)
  return unsettled === -1 ? run : run.slice(0, unsettled + 1)
}
