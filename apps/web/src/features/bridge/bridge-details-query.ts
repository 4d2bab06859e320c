import { bridgeEndpoints } from '@roundsman/contract/bridge-endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'
import { mayRetry } from '../../data/may-retry.ts'

/** How often what the stream does not bring is asked for again, ms. */
const againMs = 30_000

/** A bridge with its last day, what happened to it, and what else its newest push said. */
export function bridgeDetailsQuery(client: ApiClient, blockchainId: number, bridgeId: number) {
  return queryOptions({
    queryKey: ['bridge-details', blockchainId, bridgeId],
    queryFn: ({ signal }) =>
      client.callTo(bridgeEndpoints.bridgeDetails, { params: { blockchainId, bridgeId }, signal }),
    refetchInterval: againMs,
    retry: mayRetry,
  })
}
