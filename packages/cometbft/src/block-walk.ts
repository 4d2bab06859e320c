import { NOTHING_BEFORE } from './block-link.ts'
import { readBlocks } from './block-reader.ts'
import type { BlockObservation, EndpointView } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { ChainReadError } from './errors.ts'
import { lowestKept } from './lowest-kept.ts'
import type { PoolHead } from './pool-head.ts'
import type { SetCache } from './set-cache.ts'

export interface WalkRequest {
  pool: EndpointPool
  sets: SetCache
  /** The next height that is wanted. */
  from: number
  /** At most so many heights in this call. */
  limit: number
  /** The block at `from - 1` if it is known: the next one must follow from it, else `ChainReadError` kind `fork`. */
  previousHash: string | null
}

export interface WalkResult {
  /** Canonical blocks in order and without holes, beginning at `from`. May be empty. */
  blocks: BlockObservation[]
  /** Heights that no endpoint keeps any more; then `blocks` is empty. Go on at `gap.to + 1`, with `previousHash: null`. */
  gap: { from: number; to: number } | null
  head: PoolHead | null
}

/**
 * Reads the blocks from `from` up to the newest canonical one, `limit` of them at most.
 *
 * @throws ChainReadError and nothing else; `fork` only where every endpoint fit for use says so
 */
export async function walk(request: WalkRequest): Promise<WalkResult> {
  const { pool, sets, from, limit } = request
  const head = pool.head()
  const to = lastWanted({ from, limit, height: head?.height ?? null })
  if (to === null) return { blocks: [], gap: null, head }
  const before = { ...NOTHING_BEFORE, hash: request.previousHash }
  try {
    const blocks = await pool.use(
      (node, view) => readBlocks({ node, sets, from, to: Math.min(to, newestSettled(view)), before }),
      { keepsHeight: from },
    )
    return { blocks, gap: null, head }
  } catch (error) {
    if (!(error instanceof ChainReadError) || error.kind !== 'pruned' || pool.mayKeepSoon(from)) throw error
    return { blocks: [], gap: await findGap(pool, from), head }
  }
}

/** The last height to read now: below the newest, whose commit is not settled; null where there is none to read. */
export function lastWanted(input: { from: number; limit: number; height: number | null }): number | null {
  const to = Math.min(input.from + input.limit - 1, (input.height ?? 0) - 1)
  return to < input.from ? null : to
}

function newestSettled(view: EndpointView): number {
  return (view.height ?? 0) - 1
}

/** No endpoint keeps `from`: up to where is nothing kept by the one that reaches back furthest? */
async function findGap(pool: EndpointPool, from: number): Promise<WalkResult['gap']> {
  const earliest = pool
    .views()
    .flatMap(({ state, earliestHeight }) =>
      state === 'OK' && earliestHeight !== null ? [earliestHeight] : [],
    )
    .filter((height) => height > from)
  const reach = earliest.length > 0 ? { keepsHeight: Math.min(...earliest) } : {}
  const lowest = await pool.use(
    (node, view) => lowestKept({ node, pruned: from, kept: newestSettled(view), hint: view.earliestHeight }),
    reach,
  )
  return { from, to: lowest - 1 }
}
