import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { networkState } from '../../../apps/server/src/modules/watch/model/network-state.ts'
import type { ChainUnderTest } from './chain-under-test.ts'

/** What the product calls the state of a network that it reads through this pool; `startedAt` by the chain's clock. */
export function productState(chain: ChainUnderTest, pool: EndpointPool, startedAt: number): string {
  const head = pool.head()
  const pace = pool.blockTimeMs()
  const now = chain.now()
  return networkState({
    followed: true,
    startedAgeMs: now - startedAt,
    observedAgeMs: head === null ? null : now - head.observedAt,
    syncingAgeMs: null,
    headAgeMs: head === null ? null : head.observedAt - head.time,
    blockSeconds: pace === null ? null : pace / 1000,
  })
}
