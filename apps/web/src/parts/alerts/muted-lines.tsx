import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import { alertTypes } from '@roundsman/contract/alerts/alerts'
import {
  mutedOnTargets,
  type MutedOnTarget,
  type MutePlace,
  useUnmute,
} from '../../data/alerts/condition-mutes.ts'
import { alertSettingsQuery, useUserSettings } from '../../data/alerts/user-alert-settings.ts'
import { useFetch } from '../../data/api/operation.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { MarkLines, StateMark } from '../../ui/state-mark.tsx'

interface Props {
  muted: readonly MutedOnTarget[]
  /** What a target is called. */
  nameOf: (place: MutePlace) => string
  /** Says of each what it is on. */
  isNamed: boolean
  label?: string
}

/** What the user muted in answer to alerts: which conditions, until when, and the way back (P970, P971). */
export function MutedLines({ muted, nameOf, isNamed, label }: Props) {
  const { t, i18n } = useTranslation('alerts')
  const { client } = useServices()
  const formats = useFormats()
  const now = useNow()
  const settings = useFetch(alertSettingsQuery(client, i18n.resolvedLanguage ?? 'en'), null)
  const unmute = useUnmute()
  if (muted.length === 0) return null
  const all = settings.known
  const names = new Map(
    all ? alertTypes.flatMap((type) => all[type]).map(({ id, name }) => [id, name] as const) : [],
  )
  return (
    <MarkLines aria-label={label}>
      {muted.map((one) => {
        const { mutes, until } = one
        const name = nameOf(one)
        const known = mutes.flatMap(({ setting_id }) => names.get(setting_id) ?? [])
        return (
          <li key={mutes.map(({ id }) => id).join()}>
            {isNamed ? <bdi>{name}</bdi> : null}
            <StateMark icon={NotificationsOffOutlined} tone="neutral" emphasis="chip">
              {t('mute.mutedUntil', { time: formats.time(until, now) })}
            </StateMark>
            {known.length === 0 ? null : <p>{known.join('; ')}</p>}
            <Button
              size="small"
              disabled={unmute.loading}
              aria-label={t('mute.unmuteOf', { name })}
              onClick={() => unmute.run(one)}
            >
              {t('mute.unmute')}
            </Button>
          </li>
        )
      })}
    </MarkLines>
  )
}

/** What is muted now, of the user on the page's network. */
export function useMutedOnTargets(): MutedOnTarget[] {
  const { known } = useUserSettings()
  return mutedOnTargets(known?.conditionMutes ?? [], useNow())
}
