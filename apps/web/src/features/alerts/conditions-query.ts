import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import type { AlertConditions } from '@roundsman/contract/alert-actions'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'
import { type SettingRow, settingsOfRow } from './setting-groups.ts'
import { bodyTargetsOf, type Target } from './target.ts'

/** How a condition stands now. */
export type Standing = AlertConditions['conditions'][number]

/** How the conditions of a target stand, of several chosen those of the first. */
export function conditionsQuery(client: ApiClient, blockchainId: number, target: Target) {
  const [{ blockchain_validator_id: validator, bridge_id: bridge } = {}] = bodyTargetsOf(target)
  return queryOptions({
    queryKey: ['alert-conditions', blockchainId, validator ?? null, bridge ?? null],
    queryFn: async ({ signal }) => {
      const query = {
        ...(typeof validator === 'number' && { blockchain_validator_id: validator }),
        ...(typeof bridge === 'number' && { bridge_id: bridge }),
      }
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
