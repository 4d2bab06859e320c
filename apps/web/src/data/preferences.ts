import type { Preferences } from '@roundsman/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { isProblem } from './errors.ts'
import type { Services } from './services.ts'

export const noPreferences: Preferences = { favourite_validators: [], tables: {} }

export const preferencesKey = ['preferences']
/** Changes are made one after the other, since each of them replaces all. */
export const preferenceScope = { id: 'preferences' }
/** In the storage: when they were last changed, for the other tabs. */
export const preferencesChanged = 'preferences.changedAt'
/** How often a change is made, where other devices change the preferences in the same moments. */
const mostAttempts = 5

/** What the user chose on the screens, for all their devices. */
export function preferencesQuery(client: ApiClient) {
  return queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => client.call('preferences', { signal }),
    // Changed by this page, or on another device a while ago.
    staleTime: 300_000,
  })
}

/**
 * Changes a part of the preferences. The call replaces all of them, and another tab or device may have changed others.
 *
 * @param change is asked again where they are others than those it was given
 */
export async function changePreferences(
  { client, queries, storage, clock }: Pick<Services, 'client' | 'queries' | 'storage' | 'clock'>,
  change: (before: Preferences) => Preferences,
): Promise<void> {
  // An answer that is under way may be older than what is kept now.
  await queries.cancelQueries({ queryKey: preferencesKey })
  queries.setQueryData(preferencesQuery(client).queryKey, await saveChange(client, change, mostAttempts))
  storage.write(preferencesChanged, String(clock.now()))
}

async function saveChange(
  client: ApiClient,
  change: (before: Preferences) => Preferences,
  attempts: number,
): Promise<Preferences> {
  const { answer, etag } = await client.callWithWait('preferences')
  try {
    return await client.call('updatePreferences', {
      body: change(answer),
      headers: etag === null ? {} : { 'If-Match': etag },
    })
  } catch (error) {
    if (attempts === 1 || !isProblem(error, 'changed_elsewhere')) throw error
    return saveChange(client, change, attempts - 1)
  }
}
