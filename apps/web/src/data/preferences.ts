import type { Preferences } from '@roundsman/contract/accounts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

export const noPreferences: Preferences = { favourite_validators: [], tables: {} }

/** What the user chose on the screens, for all their devices. */
export function preferencesQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['preferences'],
    queryFn: ({ signal }) => client.call('preferences', { signal }),
    // Changed by this page, or on another device a while ago.
    staleTime: 300_000,
  })
}

/** Changes a part of the preferences. The call replaces all of them, and another tab may have changed others. */
export async function changePreferences(
  { client, queries }: { client: ApiClient; queries: QueryClient },
  change: (before: Preferences) => Preferences,
): Promise<void> {
  const body = change(await client.call('preferences'))
  queries.setQueryData(preferencesQuery(client).queryKey, await client.call('updatePreferences', { body }))
}
