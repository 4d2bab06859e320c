import { useEffect } from 'react'
import { type Fetched, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { alertsChanged, noUserSettings, type UserSettings, userSettingsQuery } from './user-settings.ts'

/** What the user has on the page's network; another tab that changes it is followed. */
export function useUserSettings(): Fetched<UserSettings, UserSettings> {
  const { client, network, queries, storage } = useServices()
  const query = userSettingsQuery(client, network.blockchain_id)
  const fetched = useFetch(query, noUserSettings)
  const { blockchain_id } = network
  useEffect(
    () =>
      storage.watch(alertsChanged, () => {
        void queries.invalidateQueries({ queryKey: userSettingsQuery(client, blockchain_id).queryKey })
      }),
    [client, blockchain_id, queries, storage],
  )
  return fetched
}
