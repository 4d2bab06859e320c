import type { Preferences } from '@roundsman/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import type { Services } from './services.ts'

export const noPreferences: Preferences = { favourite_validators: [], tables: {} }

export const preferencesKey = ['preferences']
/** Changes are made one after the other, since each of them replaces all. */
export const preferenceScope = { id: 'preferences' }
/** In the storage: when they were last changed, for the other tabs. */
export const preferencesChanged = 'preferences.changedAt'

/** What the user chose on the screens, for all their devices. */
export function preferencesQuery(client: ApiClient) {
  return queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => client.call('preferences', { signal }),
    // Changed by this page, or on another device a while ago.
    staleTime: 300_000,
  })
}

/** Changes a part of the preferences. The call replaces all of them, and another tab may have changed others. */
export async function changePreferences(
  { client, queries, storage, clock }: Pick<Services, 'client' | 'queries' | 'storage' | 'clock'>,
  change: (before: Preferences) => Preferences,
): Promise<void> {
  // An answer that is under way may be older than what is kept now.
  await queries.cancelQueries({ queryKey: preferencesKey })
  const body = change(await client.call('preferences'))
  queries.setQueryData(preferencesQuery(client).queryKey, await client.call('updatePreferences', { body }))
  storage.write(preferencesChanged, String(clock.now()))
}
