import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

/** Every alert setting by type, with names in a language. For screens that are loaded when they are opened. */
export function alertSettingsQuery(client: ApiClient, language: string) {
  return queryOptions({
    queryKey: ['alert-settings', language],
    queryFn: ({ signal }) => client.callTo(alertEndpoints.alertSettings, { signal }),
    // It changes with the version of the site.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
