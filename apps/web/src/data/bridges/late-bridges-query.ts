import type { BridgesList } from '@roundsman/contract/bridges'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api-client.ts'
import { mayRetry } from '../may-retry.ts'
import { bridgesAgainMs, bridgesKey } from './bridges-key.ts'

/** As `bridgesQuery`, for a page that shows them at times only: the contract comes when they are first asked for. */
export function lateBridgesQuery(client: ApiClient, blockchainId: number) {
  return queryOptions<BridgesList>({
    queryKey: bridgesKey(blockchainId),
    queryFn: async ({ signal }) => {
      const { bridgeEndpoints } = await import('@roundsman/contract/bridge-endpoints')
      return client.callTo(bridgeEndpoints.bridges, { params: { blockchainId }, signal })
    },
    refetchInterval: bridgesAgainMs,
    retry: mayRetry,
  })
}
