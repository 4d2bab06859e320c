import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { type Action, useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { say, sayWrong } from '../../ui/toast.ts'

const muteMs = 30 * 60_000

/** Mutes for half an hour what brought an alert: the user's entries for its setting on its target, or on all of them. */
export function useMute(): Action<AlertHistoryItem, boolean> {
  const { t } = useTranslation('history')
  const { client, network, serverTime } = useServices()
  return useAction(
    async (item: AlertHistoryItem) => {
      const params = { blockchainId: network.blockchain_id }
      const { entries } = await client.callTo(alertEndpoints.userAlertSettings, { params })
      const ids = entries
        .filter(
          ({ setting_id, blockchain_validator_id: validator, bridge_id: bridge }) =>
            setting_id === item.setting_id &&
            (validator === null || validator === item.blockchain_validator_id) &&
            (bridge === null || bridge === item.bridge_id),
        )
        .map(({ id }) => id)
      if (ids.length === 0) return false
      const until = new Date(serverTime.now() + muteMs).toISOString()
      await client.callTo(alertEndpoints.muteAlerts, { body: { entry_ids: ids, until } })
      return true
    },
    {
      onLoaded: (muted) => (muted ? say(t('mute.done')) : sayWrong(t('mute.none'))),
      onError: () => sayWrong(t('mute.failed')),
    },
  )
}
