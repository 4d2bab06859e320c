import type { Assurance } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { ChainReadError } from './errors.ts'
import type { CommitResult } from './node-client.ts'
import type { SignedHeader } from './proof/signed-header.ts'

export interface Agreement {
  assurance: Assurance
  /** How many blocks of the run stand, from its first one on. */
  count: number
}

/**
 * How neighbouring blocks are known that cannot be proven: the hosts besides the one that told them are asked for the
 * same. What none of them has yet is not taken while one of them goes on: it may be nobody's but the liar's.
 *
 * @throws ChainReadError where others tell something else, or go on without it, and none the same
 */
export async function agreementOn(
  pool: EndpointPool,
  host: string,
  run: readonly SignedHeader[],
): Promise<Agreement> {
  const heights = run.map(({ header }) => header.height)
  const [first = 0, last = 0] = [heights[0], heights.at(-1)]
  const answers = await pool.poll(async (node) => (node.host === host ? null : node.commits(first, last)))
  const others = answers.flatMap((answer) =>
    answer.ok && answer.value !== null ? [{ host: answer.host, ...comparedWith(run, answer.value) }] : [],
  )
  const count = Math.max(0, ...others.map(({ alike }) => alike))
  // The letters of a block are read below another one.
  if (count >= Math.min(2, run.length)) return { assurance: 'AGREED', count }
  if (others.some(({ differs }) => differs))
    throw failure(host, `block ${last} is another one at the other endpoints, and nobody can prove theirs`)
  if (others.some((other) => pool.goesOn(other.host)))
    throw failure(host, `no other endpoint has block ${first + count} yet, and they go on`)
  return { assurance: 'SINGLE', count: run.length }
}

/** `alike`: up to how many blocks of the run the other one tells them as they are, as far as it has them. */
function comparedWith(
  run: readonly SignedHeader[],
  results: readonly CommitResult[],
): { alike: number; differs: boolean } {
  let alike = 0
  for (const [index, known] of run.entries()) {
    const result = results.find(({ height }) => height === known.header.height)
    if (result?.ok !== true) continue
    if (!isSame(known, result.commit)) return { alike, differs: true }
    alike = index + 1
  }
  return { alike, differs: false }
}

function failure(host: string, reason: string): ChainReadError {
  return new ChainReadError({ kind: 'schema', host, method: 'commit', reason })
}

/** Of unsettled commits each node has its own; their blocks are the same all the same. */
function isSame(one: SignedHeader, other: SignedHeader): boolean {
  if (one.commit.blockId.hash !== other.commit.blockId.hash) return false
  if (!one.canonical || !other.canonical) return true
  const flags = ({ commit }: SignedHeader) => commit.signatures.map(({ flag }) => flag).join()
  return flags(one) === flags(other)
}
