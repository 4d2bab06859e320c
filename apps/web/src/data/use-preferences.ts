import type { Preferences } from '@roundsman/contract/accounts'
import { useEffect } from 'react'
import { useFetch } from './operation.ts'
import { noPreferences, preferencesChanged, preferencesKey, preferencesQuery } from './preferences.ts'
import { useServices } from './services.ts'

/** The preferences of the account as they were last heard of; another tab that changes them is followed. */
export function usePreferences(): Preferences | undefined {
  const { client, queries, storage } = useServices()
  const { known } = useFetch(preferencesQuery(client), noPreferences)
  useEffect(
    () =>
      storage.watch(preferencesChanged, () => {
        // Several on the page hear of it, and one of them asks.
        void queries.invalidateQueries({ queryKey: preferencesKey }, { cancelRefetch: false })
      }),
    [storage, queries],
  )
  return known
}
