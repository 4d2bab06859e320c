import type { NetworkStatus } from '@roundsman/contract/validators'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

/** The state of a network that is not on the page, for the switcher's menu while it is open. */
export function networkStateQuery(client: ApiClient, blockchainId: number) {
  return queryOptions<NetworkStatus>({
    queryKey: ['network-state', blockchainId],
    queryFn: async ({ signal }) =>
      (await client.call('validators', { params: { blockchainId }, signal })).status,
    staleTime: 20_000,
    retry: false,
  })
}
