import type { EndpointPool } from './endpoint-pool.ts'
import { lowestKept } from './lowest-kept.ts'

export interface Gap {
  from: number
  to: number
}

/** No endpoint keeps `from`: up to where is nothing kept by the one that reaches back furthest? */
export async function findGap(pool: EndpointPool, from: number): Promise<Gap> {
  const earliest = pool
    .views()
    .flatMap(({ state, earliestHeight }) =>
      state === 'OK' && earliestHeight !== null ? [earliestHeight] : [],
    )
    .filter((height) => height > from)
  const reach = earliest.length > 0 ? { keepsHeight: Math.min(...earliest) } : {}
  const lowest = await pool.use((node, view) => {
    const kept = (view.height ?? 0) - 1
    return lowestKept({ node, pruned: from, kept, hint: view.earliestHeight })
  }, reach)
  return { from, to: lowest - 1 }
}
