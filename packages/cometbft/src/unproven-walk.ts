import { agreementOn } from './agreement.ts'
import { readUnproven } from './unproven-reader.ts'
import type { WalkRange, WalkRequest, WalkResult } from './walk-request.ts'

/**
 * Blocks of a chain that cannot be proven: of the endpoint in use, compared with what the others tell.
 *
 * @throws ChainReadError
 */
export async function walkUnproven(request: WalkRequest, range: WalkRange): Promise<WalkResult> {
  const { pool, sets } = request
  const { from, previousHash } = range
  const keepsHeight = from
  const wanted = range.to < from ? { keepsHeight } : { keepsHeight, hasHeight: from + 1 }
  const read = await pool.use(async (node, view) => {
    const tip = view.height ?? 0
    const to = Math.min(range.to, tip - 1)
    if (to < from && (range.to >= from || tip < from)) return null
    const { blocks, run } = await readUnproven({ node, sets, previousHash, from, to })
    const { assurance, count } = await agreementOn(pool, node.host, run)
    const newest = run[count - 1]
    if (newest === undefined) throw new RangeError('a run without a block')
    return { blocks: blocks.slice(0, count - 1), newest, host: node.host, assurance }
  }, wanted)
  if (read === null) return { blocks: [], gap: null, head: pool.head(), trusted: null, newest: null }
  const { blocks, host, assurance } = read
  const { header } = read.newest
  pool.believe(host, { height: header.height, time: header.time })
  return {
    blocks: blocks.map((block) => ({ ...block, assurance })),
    gap: null,
    head: pool.head(),
    trusted: null,
    newest: { header, assurance, host, nextSet: sets.get(header.nextValidatorsHash) ?? null },
  }
}
