import type { EndpointPool } from './endpoint-pool.ts'

export interface ClaimedHeights {
  /** Null where no endpoint is fit for use. */
  newest: number | null
  /** The second highest: a liar alone moves it neither up nor down, where there are more than two. Null: there is one. */
  common: number | null
  /** How many endpoints say any. */
  count: number
}

/** How high the endpoints say that the chain is. */
export function claimedHeights(pool: Pick<EndpointPool, 'views'>): ClaimedHeights {
  const claims = pool
    .views()
    .flatMap(({ state, height }) => (state === 'OK' && height !== null ? [height] : []))
    .sort((a, b) => b - a)
  return { newest: claims[0] ?? null, common: claims[1] ?? null, count: claims.length }
}
