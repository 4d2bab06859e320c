import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { networkState } from '../../../apps/server/src/modules/watch/network-status.ts'
import type { ChainUnderTest } from './chain-under-test.ts'

/** What the product calls the state of a network that it reads through this pool. */
export function productState(chain: ChainUnderTest, pool: EndpointPool, startedAt: number): string {
  const head = pool.head()
  const pace = pool.blockTimeMs()
  return networkState(
    {
      followed: true,
      startedAt,
      observedAt: head?.observedAt ?? null,
      syncingAt: null,
      headAt: head?.time ?? null,
      blockSeconds: pace === null ? null : pace / 1000,
    },
    chain.now(),
  )
}
