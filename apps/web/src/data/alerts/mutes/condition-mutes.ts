import {
  type AlertSettings,
  alertSeverities,
  alertTypes,
  type ConditionMute,
} from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/toast.ts'
import { useQueuedAction } from '../../api/operation.ts'
import { useServices } from '../../services/services.ts'
import { unmuteConditions } from '../user-alert-settings.ts'

type Severity = AlertSettings['UPTIME'][number]['severity']

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

/** Targets on which the same is muted until the same time, and every mute of it (P998). */
export interface MutedAlike extends Pick<MutedOnTarget, 'until' | 'mutes'> {
  places: readonly MutedOnTarget[]
}

export function mutedAlike(muted: readonly MutedOnTarget[]): MutedAlike[] {
  const groups = new Map<string, MutedOnTarget[]>()
  for (const one of muted) {
    const settings = one.mutes.map(({ setting_id }) => setting_id).toSorted((a, b) => a - b)
    const key = [one.until, ...settings].join()
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((places) => {
    const [first] = places
    return first ? [{ until: first.until, places, mutes: places.flatMap(({ mutes }) => mutes) }] : []
  })
}

/** What is muted: missed blocks up to a severity as one, where all of these are, and the rest in the order of the catalogue. */
export function mutedConditions(
  mutes: readonly Pick<ConditionMute, 'setting_id'>[],
  settings: AlertSettings,
): { missesUpTo: Severity | null; others: string[] } {
  const muted = new Set(mutes.map(({ setting_id }) => setting_id))
  const misses = settings.UPTIME.filter((one) => one.trigger === 'FALSE_TO_TRUE' && !isJailSoon(one))
  const upTo = (severity: Severity) =>
    misses.filter((one) => alertSeverities.indexOf(one.severity) <= alertSeverities.indexOf(severity))
  const missesUpTo =
    alertSeverities.findLast((severity) => {
      const steps = upTo(severity)
      return steps.length > 1 && steps.every(({ id }) => muted.has(id))
    }) ?? null
  const said = new Set((missesUpTo === null ? [] : upTo(missesUpTo)).map(({ id }) => id))
  return {
    missesUpTo,
    others: alertTypes.flatMap((type) =>
      settings[type].filter(({ id }) => muted.has(id) && !said.has(id)).map(({ name }) => name),
    ),
  }
}

/** Jail within an hour: what mutes missed blocks does not mute that (E305). */
function isJailSoon({ unit, threshold }: AlertSettings['UPTIME'][number]): boolean {
  return unit === 'SECONDS' && threshold !== null && threshold <= 3_600
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
