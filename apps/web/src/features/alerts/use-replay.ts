import { type AlertReplay, replayBounds } from '@roundsman/contract/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import { type Action, useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { type SettingGroup, settingsOfGroups } from './setting-groups.ts'
import { bodyTargetsOf, type Target } from './target.ts'

export const replayDays = replayBounds.days

/** How often each setting shown would have called in the last days (P137). The server has none of bridges. */
export function useReplay(target: Target, groups: readonly SettingGroup[]): Action<void, AlertReplay> {
  const { client, network } = useServices()
  return useAction<void, AlertReplay>(() =>
    client.callTo(alertEndpoints.replayAlerts, {
      body: {
        blockchain_id: network.blockchain_id,
        ...bodyTargetsOf(target)[0],
        setting_ids: settingsOfGroups(groups)
          .map(({ id }) => id)
          .slice(0, replayBounds.settings),
        days: replayDays,
      },
    }),
  )
}

/** When a setting would have called; null where the replay says nothing of it. */
export function timesOf(replay: AlertReplay | undefined, settingId: number): readonly string[] | null {
  return replay?.settings.find(({ setting_id }) => setting_id === settingId)?.times ?? null
}
