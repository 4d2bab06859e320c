import type { ConditionMute } from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../ui/toast.ts'
import { useQueuedAction } from '../api/operation.ts'
import { useServices } from '../services/services.ts'
import { unmuteConditions } from './user-alert-settings.ts'

/** Where something is muted; both null: on the network itself. */
export type MutePlace = Pick<ConditionMute, 'blockchain_validator_id' | 'bridge_id'>

/** What an answer muted on one target: all that ends at one time. */
export interface MutedOnTarget extends MutePlace {
  until: string
  mutes: readonly ConditionMute[]
}

/** What is muted still, by target and end, what ends first at the top. */
export function mutedOnTargets(mutes: readonly ConditionMute[], now: number): MutedOnTarget[] {
  const groups = new Map<string, ConditionMute[]>()
  for (const mute of mutes.filter(({ muted_until }) => Date.parse(muted_until) > now)) {
    const key = [mute.blockchain_validator_id, mute.bridge_id, mute.muted_until].join()
    groups.set(key, [...(groups.get(key) ?? []), mute])
  }
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const { blockchain_validator_id, bridge_id, muted_until: until } = first
      return [{ blockchain_validator_id, bridge_id, until, mutes: [first, ...others] }]
    })
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until))
}

/** Ends what is muted on a target, and says so. */
export function useUnmute() {
  const { t } = useTranslation('alerts')
  const services = useServices()
  return useQueuedAction(
    'unmute-conditions',
    async ({ mutes }: Pick<MutedOnTarget, 'mutes'>) => {
      await unmuteConditions(
        services,
        mutes.map(({ id }) => id),
      )
      showSuccess(t('mute.unmuted'))
    },
    { onError: () => showError(t('mute.notUnmuted')), scope: { id: 'alerts' } },
  )
}
