import type { NetworkStatuses } from '@roundsman/contract/validators'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

export const networkStatusesKey = ['network-statuses'] as const

/** How every network that the user may read is doing, for the switcher's menu while it is open. */
export function networkStatusesQuery(client: ApiClient) {
  return queryOptions<NetworkStatuses>({
    queryKey: networkStatusesKey,
    queryFn: ({ signal }) => client.call('networkStatuses', { signal }),
    // As long as somebody looks at it; a tab that nobody sees asks for nothing.
    refetchInterval: 20_000,
    staleTime: 20_000,
    retry: false,
  })
}
