import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'

/** Every alert setting by type, with names in a language. For screens that are loaded when they are opened. */
export function alertSettingsQuery(client: ApiClient, language: string) {
  return queryOptions({
    queryKey: ['alert-settings', language],
    queryFn: ({ signal }) => client.callTo(alertEndpoints.alertSettings, { signal }),
    // It changes with the version of the site.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The ways that this site can send messages by. */
export function channelsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }) => (await client.call('channels', { signal })).channels,
    // It changes with the site's configuration, which is read once.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
