import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import type { AlertEntry } from '@roundsman/contract/alerts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'

/** What the user wants to be told of on a network, and what `If-Match` of a change of it names. */
export interface UserSettings {
  entries: readonly AlertEntry[]
  etag: string | null
}
/** Stands for what could not be fetched (specification §4). */
export const noUserSettings: UserSettings = { entries: [], etag: null }

/** In the storage: when they were last changed, for the other tabs. */
export const alertsChanged = 'alerts.changedAt'

export function userSettingsQuery(client: ApiClient, blockchainId: number) {
  return queryOptions({
    queryKey: ['user-alert-settings', blockchainId],
    async queryFn({ signal }): Promise<UserSettings> {
      const call = { params: { blockchainId }, signal }
      const { answer, etag } = await client.callToWithWait(alertEndpoints.userAlertSettings, call)
      return { entries: answer.entries, etag }
    },
    staleTime: 30_000,
  })
}
