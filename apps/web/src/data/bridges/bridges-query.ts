import { bridgeEndpoints } from '@roundsman/contract/bridge-endpoints'
import type { BridgesList } from '@roundsman/contract/bridges'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api-client.ts'
import { mayRetry } from '../may-retry.ts'
import { bridgesAgainMs, bridgesKey } from './bridges-key.ts'

/** The bridges of one network. Rows in which nothing is another stay the same objects. */
export function bridgesQuery(client: ApiClient, blockchainId: number) {
  return queryOptions<BridgesList>({
    queryKey: bridgesKey(blockchainId),
    queryFn: ({ signal }) => client.callTo(bridgeEndpoints.bridges, { params: { blockchainId }, signal }),
    refetchInterval: bridgesAgainMs,
    retry: mayRetry,
  })
}
