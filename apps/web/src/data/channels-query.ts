import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

/** The ways that this site can send messages by. */
export function channelsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }) => (await client.call('channels', { signal })).channels,
    // It changes with the site's configuration, which is read once.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
