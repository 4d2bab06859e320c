import type { Assurance } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { ChainReadError } from './errors.ts'
import type { SignedHeader } from './proof/signed-header.ts'

/**
 * How a block is known that cannot be proven: the hosts besides the one that told it are asked for the same. `below`
 * is the block under it, whose letters are compared too.
 *
 * @throws ChainReadError where others tell something else, and none the same
 */
export async function agreementOn(
  pool: EndpointPool,
  host: string,
  { newest, below }: { newest: SignedHeader; below: SignedHeader | null },
): Promise<Assurance> {
  const { height } = newest.header
  const answers = await pool.poll(async (node) =>
    node.host === host ? null : node.commits(Math.max(1, height - 1), height),
  )
  const same = answers.flatMap((answer) => {
    if (!answer.ok || answer.value === null) return []
    const compared = answer.value.flatMap((result) => {
      const known = result.height === height ? newest : below
      return result.ok && known?.header.height === result.height ? [isSame(known, result.commit)] : []
    })
    return compared.length === 0 ? [] : [compared.every(Boolean)]
  })
  if (same.length === 0) return 'SINGLE'
  if (same.some(Boolean)) return 'AGREED'
  const reason = `block ${height} is another one at the other endpoints, and nobody can prove theirs`
  throw new ChainReadError({ kind: 'schema', host, method: 'commit', reason })
}

/** Of unsettled commits each node has its own; their blocks are the same all the same. */
function isSame(one: SignedHeader, other: SignedHeader): boolean {
  if (one.commit.blockId.hash !== other.commit.blockId.hash) return false
  if (!one.canonical || !other.canonical) return true
  const flags = ({ commit }: SignedHeader) => commit.signatures.map(({ flag }) => flag).join()
  return flags(one) === flags(other)
}
