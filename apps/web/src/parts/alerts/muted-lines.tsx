import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import type { AlertSettings } from '@roundsman/contract/alerts/alerts'
import { Fragment, useState } from 'react'
import {
  type MutedOnTarget,
  type MutePlace,
  mutedAlike,
  mutedConditions,
  mutedOnTargets,
  useUnmute,
} from '../../data/alerts/mutes/condition-mutes.ts'
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

/** What the user muted in answer to alerts: which conditions, until when, and the way back (P970, P971): targets with the same together (P998). */
export function MutedLines({ muted, nameOf, isNamed, label }: Props) {
  const { t, i18n } = useTranslation('alerts')
  const { client } = useServices()
  const formats = useFormats()
  const now = useNow()
  const settings = useFetch(alertSettingsQuery(client, i18n.resolvedLanguage ?? 'en'), null)
  const unmute = useUnmute()
  if (muted.length === 0) return null
  const all = settings.known
  return (
    <MarkLines aria-label={label}>
      {mutedAlike(muted).map(({ mutes, until, places }) => {
        const names = places.map(nameOf)
        return (
          <li key={mutes.map(({ id }) => id).join()}>
            {isNamed ? <Listed items={names} separator=", " /> : null}
            <StateMark icon={NotificationsOffOutlined} tone="neutral" emphasis="chip">
              {t('mute.mutedUntil', { time: formats.time(until, now) })}
            </StateMark>
            {all ? <Listed items={conditionsOf(mutes, all)} separator="; " /> : null}
            <Button
              size="small"
              disabled={unmute.loading}
              aria-label={t('mute.unmuteOf', { name: names.join(', ') })}
              onClick={() => unmute.run({ mutes })}
            >
              {t('mute.unmute')}
            </Button>
          </li>
        )
      })}
    </MarkLines>
  )

  function conditionsOf(mutes: MutedOnTarget['mutes'], catalogue: AlertSettings): string[] {
    const { missesUpTo, others } = mutedConditions(mutes, catalogue)
    if (missesUpTo === null) return others
    const misses =
      missesUpTo === 'CRITICAL'
        ? t('mute.misses')
        : t('mute.missesUpTo', { severity: t(`severity.${missesUpTo}`) })
    return [misses, ...others]
  }
}

/** So many stand there at once. */
const listed = 3

/** The first few, and the others once somebody asks for them (P998). */
function Listed({ items, separator }: { items: readonly string[]; separator: string }) {
  const { t } = useTranslation('alerts')
  const [isOpen, open] = useState(false)
  // One more takes no more room than the button that shows it.
  const hidden = items.length > listed + 1 ? items.length - listed : 0
  if (items.length === 0) return null
  const shown = items.slice(0, hidden > 0 && !isOpen ? listed : undefined)
  return (
    <p>
      {shown.map((item, at) => (
        <Fragment key={item}>
          {at === 0 ? null : separator}
          <bdi>{item}</bdi>
        </Fragment>
      ))}
      {hidden === 0 ? null : (
        <>
          {' '}
          <Button size="small" variant="text" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {isOpen ? t('mute.fewer') : t('mute.more', { count: hidden })}
          </Button>
        </>
      )}
    </p>
  )
}

/** What is muted now, of the user on the page's network. */
export function useMutedOnTargets(): MutedOnTarget[] {
  const { known } = useUserSettings()
  return mutedOnTargets(known?.conditionMutes ?? [], useNow())
}
