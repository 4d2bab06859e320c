import Typography from '@mui/material/Typography'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { type AlertEntry, type AlertSettings, alertTypes } from '@roundsman/contract/alerts/alerts'
import { type Condition, useAlreadyTrue } from '../../data/alerts/alert-conditions.ts'
import { useAlertHistory } from '../../data/alerts/alert-history.ts'
import { countAlerts } from '../../data/alerts/count-alerts.ts'
import { type About, entriesAbout } from '../../data/alerts/offered-alerts.ts'
import {
  alertSettingsQuery,
  useTeamSettings,
  useUserSettings,
} from '../../data/alerts/user-alert-settings.ts'
import { useFetch } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dot } from '../../ui/dot.ts'

interface Props {
  /** Whom they are about. */
  about: About
}

/** How many alerts are set, and by which channels; and which a team tells the user (P1021). */
export function SettingsLine({ about }: Props) {
  const { t, i18n } = useTranslation('alerts')
  const formats = useFormats()
  const { client } = useServices()
  const settings = useFetch(alertSettingsQuery(client, i18n.resolvedLanguage ?? 'en'), null)
  const user = useUserSettings()
  const teams = useTeamSettings()
  if (user.known === undefined) return <Quiet>{user.error ? t('card.settingsFailed') : t('loading')}</Quiet>
  const own = entriesAbout(user.known.entries, about)
  const every = settings.known ? entriesOfEvery(user.known.entries, settings.known, about) : []
  const channelsOf = (entries: readonly AlertEntry[]) =>
    notificationChannels
      .map(
        (channel) => [channel, countOf(entries.filter((entry) => entry.channels.includes(channel)))] as const,
      )
      .filter(([, count]) => count > 0)
      .map(([channel, count]) => `${t(`channel.${channel}`)}\u00a0${formats.integer(count)}`)
      .join(', ')
  const facts = [
    own.length === 0
      ? null
      : t('card.set', {
          count: countOf(own),
          value: formats.integer(countOf(own)),
          channels: channelsOf(own),
        }),
    every.length === 0
      ? null
      : t('bridge' in about ? 'card.everyBridge' : 'card.every', {
          count: countOf(every),
          value: formats.integer(countOf(every)),
        }),
  ].filter((part) => part !== null)
  const told = teams.settings.flatMap(({ team, entries }) => {
    const ofTeam = [
      ...entriesAbout(entries, about),
      ...(settings.known ? entriesOfEvery(entries, settings.known, about) : []),
    ]
    const count = countOf(ofTeam)
    if (count === 0) return []
    const said = { team: team.name, count, value: formats.integer(count), channels: channelsOf(ofTeam) }
    return [{ id: team.id, text: t('card.team', said) }]
  })
  // Whether a team tells them, nobody may guess (P454).
  const none =
    teams.state === 'KNOWN' ? t('card.none') : t(teams.state === 'FAILED' ? 'card.settingsFailed' : 'loading')
  return (
    <>
      {facts.length === 0 && told.length > 0 ? null : (
        <Quiet>{facts.length === 0 ? none : facts.join(dot)}</Quiet>
      )}
      {told.map(({ id, text }) => (
        <Quiet key={id}>{text}</Quiet>
      ))}
      <UntoldLine about={about} settingIds={own.map(({ setting_id }) => setting_id)} />
    </>
  )
}

/** What of them was true before they were set, so that nothing told of it and nothing will before it begins anew (P878). */
function UntoldLine({ about, settingIds }: Props & { settingIds: readonly number[] }) {
  const { t } = useTranslation('alerts')
  const { known, hasMore } = useAlertHistory(about)
  const oldest = known?.at(-1)?.at
  // Of what began before the alerts that were read nobody knows here whether it was told.
  const wasTold = ({ setting_id, since }: Condition) =>
    known === undefined ||
    (hasMore && (since === null || oldest === undefined || Date.parse(since) <= Date.parse(oldest))) ||
    known.some(
      (one) => one.setting_id === setting_id && (one.status === 'ONGOING' || one.status === 'UNKNOWN'),
    )
  const names = useAlreadyTrue(about, settingIds, wasTold)
  if (names === undefined || names.length === 0) return null
  return (
    <Typography variant="caption" component="p" sx={{ m: 0 }}>
      {t('offer.already', { list: names.join(', ') })}
    </Typography>
  )
}

export function Quiet({ children }: { children: string }) {
  return (
    <Typography
      variant="table"
      component="p"
      color="textSecondary"
      sx={{ m: 0, fontVariantNumeric: 'normal' }}
    >
      {children}
    </Typography>
  )
}

const countOf = (entries: readonly AlertEntry[]) => countAlerts(entries.map(({ setting_id }) => setting_id))

/** What is set for every one of the kind. */
function entriesOfEvery(entries: readonly AlertEntry[], settings: AlertSettings, about: About): AlertEntry[] {
  const type = 'bridge' in about ? 'BRIDGE' : 'VALIDATOR'
  const ids = new Set(
    alertTypes.flatMap((one) =>
      settings[one].filter(({ target_type }) => target_type === type).map(({ id }) => id),
    ),
  )
  return entries.filter(
    (one) => one.blockchain_validator_id === null && one.bridge_id === null && ids.has(one.setting_id),
  )
}
