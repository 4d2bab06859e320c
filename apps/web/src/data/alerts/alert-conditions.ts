import type { AlertConditions } from '@roundsman/contract/alerts/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { alertTypes, type AlertSetting } from '@roundsman/contract/alerts/alerts'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ApiClient } from '../api/api-client.ts'
import { useFetch } from '../api/operation.ts'
import { useServices } from '../services/services.ts'
import type { About } from './offered-alerts.ts'
import { alertSettingsQuery } from './user-alert-settings.ts'

/** The state of a condition now. */
export type Condition = AlertConditions['conditions'][number]

/** The states of the conditions of a validator or a bridge; null: of the network. */
export function alertConditionsQuery(client: ApiClient, blockchainId: number, about: About | null) {
  const validator = about && 'validator' in about ? about.validator : null
  const bridge = about && 'bridge' in about ? about.bridge : null
  return queryOptions({
    queryKey: ['alert-conditions', blockchainId, validator, bridge],
    queryFn: async ({ signal }) => {
      const query = {
        ...(validator !== null && { blockchain_validator_id: validator }),
        ...(bridge !== null && { bridge_id: bridge }),
      }
      const call = { params: { blockchainId }, query, signal }
      return (await client.callTo(alertEndpoints.alertConditions, call)).conditions
    },
    refetchInterval: 10_000,
  })
}

/**
 * Which of some settings are true already, by their names: they are sent the next time they begin and not now. Undefined
 * while that is not known. To be in the active set is how things are.
 *
 * @param wasTold whether one of them was told of, and so is not meant
 */
export function useAlreadyTrue(
  about: About | null,
  settingIds: readonly number[],
  wasTold: (condition: Condition) => boolean = () => false,
): readonly string[] | undefined {
  const { client, network } = useServices()
  const { i18n } = useTranslation()
  const settings = useFetch(alertSettingsQuery(client, i18n.resolvedLanguage ?? 'en'), null)
  const isAsked = settingIds.length > 0
  const query = { ...alertConditionsQuery(client, network.blockchain_id, about), enabled: isAsked }
  const conditions = useFetch(query, null)
  if (!isAsked || (settings.error ?? conditions.error)) return []
  if (settings.known === undefined || conditions.known === undefined) return undefined
  const known = settings.known
  const isTrue = new Set(
    conditions.known.flatMap((one) => (one.state === 'TRUE' && !wasTold(one) ? [one.setting_id] : [])),
  )
  const isMeant = ({ id, type, trigger }: AlertSetting) =>
    settingIds.includes(id) && isTrue.has(id) && trigger === 'FALSE_TO_TRUE' && type !== 'BONDED'
  return alertTypes.flatMap((type) => known[type].filter(isMeant).map(({ name }) => name))
}
