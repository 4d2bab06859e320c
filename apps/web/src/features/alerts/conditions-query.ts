import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import type { AlertConditions } from '@roundsman/contract/alert-actions'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'
import { type SettingRow, settingsOfRow } from './setting-groups.ts'

/** How a condition stands now. */
export type Standing = AlertConditions['conditions'][number]

/** How the conditions of a validator stand; null: those of the network itself. */
export function conditionsQuery(client: ApiClient, blockchainId: number, validator: number | null) {
  return queryOptions({
    queryKey: ['alert-conditions', blockchainId, validator],
    queryFn: async ({ signal }) => {
      const query = validator === null ? {} : { blockchain_validator_id: validator }
      const call = { params: { blockchainId }, query, signal }
      return (await client.callTo(alertEndpoints.alertConditions, call)).conditions
    },
    refetchInterval: 10_000,
  })
}

/** How the condition of a row stands; it may be listed with either of its settings. */
export function standingOf(row: SettingRow, standings: readonly Standing[] | undefined): Standing | null {
  const ids = settingsOfRow(row).map(({ id }) => id)
  return standings?.find(({ setting_id }) => ids.includes(setting_id)) ?? null
}
