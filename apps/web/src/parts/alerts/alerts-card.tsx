import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import {
  type AlertEntry,
  type AlertHistoryItem,
  type AlertSettings,
  alertTypes,
} from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Condition, useAlreadyTrue } from '../../data/alerts/alert-conditions.ts'
import { useAlertHistory } from '../../data/alerts/alert-history.ts'
import { type Incident, incidentsOf, stateOf, waitingIn } from '../../data/alerts/incidents.ts'
import { countAlerts } from '../../data/alerts/count-alerts.ts'
import { type About, entriesAbout } from '../../data/alerts/offered-alerts.ts'
import { alertSettingsQuery, useUserSettings } from '../../data/alerts/user-alert-settings.ts'
import { useFetch } from '../../data/api/operation.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { RouteLink } from '../../ui/controls/links.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { dot } from '../../ui/dot.ts'
import { Card } from '../../ui/page/card.tsx'
import { SeverityIcon } from './alert-marks.tsx'
import { MutedLines, useMutedOnTargets } from './muted-lines.tsx'
import { RecommendedOffer } from './recommended-offer.tsx'
import { SilenceButton } from '../silences/silence-button.tsx'
import { SilenceLines } from '../silences/silence-marks.tsx'
import { styled } from '../../ui/theme/styled.tsx'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gap: 8,
  margin: '0 0 12px',
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'grid', gridTemplateColumns: '16px minmax(0, 1fr) auto', columnGap: 8, minHeight: 24 },
  '& li > svg': { marginTop: 4 },
  '& a': { minWidth: 0, lineHeight: '1.5rem', color: theme.vars.palette.text.primary },
  '& time': { lineHeight: '1.5rem', color: theme.vars.palette.text.secondary },
  '& small': {
    ...theme.typography.caption,
    gridColumn: '2 / -1',
    color: theme.vars.palette.text.secondary,
    '&[data-ongoing]': { color: theme.vars.palette.error.main, fontWeight: 500 },
  },
}))
const Divided = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  marginBottom: 12,
  paddingBottom: 12,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&:focus': { outline: 'none' },
}))
/** Of those that are over and wait for nobody, at the most, and of all. */
const shown = { over: 3, all: 5 }

interface AlertsCardTexts {
  title: string
  all: string
  none: string
  loading: string
  failed: string
  /** The way to what is set. */
  set: string
}

interface Props {
  /** Whom they are about. */
  about: About
  /** What that is called. */
  name: string
  /** It is the user's own. */
  isMine: boolean
  texts: AlertsCardTexts
}

/** What the user has set for one validator or bridge, and the alerts that they got: what waits for them first (P407, P972). */
export function AlertsCard({ about, name, isMine, texts }: Props) {
  const kind = 'bridge' in about ? 'bridge' : 'validator'
  const id = String('bridge' in about ? about.bridge : about.validator)
  const muted = useMutedOnTargets()
  return (
    <Card
      title={texts.title}
      action={
        <RouteLink to="/alerts" search={{ [kind]: [id] }} variant="table" style={{ lineHeight: '1.5rem' }}>
          {texts.set}
        </RouteLink>
      }
    >
      <Divided tabIndex={-1} ref={keepFocus}>
        <SettingsLine about={about} />
        {isMine ? <RecommendedOffer targets={[about]} name={name} saysAlready={false} /> : null}
        <MutedLines
          muted={muted.filter((one) =>
            'bridge' in about
              ? one.bridge_id === about.bridge
              : one.bridge_id === null && one.blockchain_validator_id === about.validator,
          )}
          nameOf={() => name}
          isNamed={false}
        />
        <SilenceLines target={about} name={name} />
        <Box>
          <SilenceButton target={about} />
        </Box>
      </Divided>
      <Alerts about={about} texts={texts} />
    </Card>
  )
}

/** How many alerts are set, and by which channels. */
function SettingsLine({ about }: Pick<Props, 'about'>) {
  const { t, i18n } = useTranslation('alerts')
  const formats = useFormats()
  const { client } = useServices()
  const settings = useFetch(alertSettingsQuery(client, i18n.resolvedLanguage ?? 'en'), null)
  const user = useUserSettings()
  if (user.known === undefined) return <Quiet>{user.error ? t('card.settingsFailed') : t('loading')}</Quiet>
  const own = entriesAbout(user.known.entries, about)
  const every = settings.known ? entriesOfEvery(user.known.entries, settings.known, about) : 0
  const channels = notificationChannels
    .map((channel) => [channel, countOf(own.filter((entry) => entry.channels.includes(channel)))] as const)
    .filter(([, count]) => count > 0)
    .map(([channel, count]) => `${t(`channel.${channel}`)}\u00a0${formats.integer(count)}`)
  const facts = [
    own.length === 0
      ? null
      : t('card.set', {
          count: countOf(own),
          value: formats.integer(countOf(own)),
          channels: channels.join(', '),
        }),
    every === 0
      ? null
      : t('bridge' in about ? 'card.everyBridge' : 'card.every', {
          count: every,
          value: formats.integer(every),
        }),
  ].filter((part) => part !== null)
  return (
    <>
      <Quiet>{facts.length === 0 ? t('card.none') : facts.join(dot)}</Quiet>
      <UntoldLine about={about} settingIds={own.map(({ setting_id }) => setting_id)} />
    </>
  )
}

/** What of them was true before they were set, so that nothing told of it and nothing will before it begins anew (P878). */
function UntoldLine({ about, settingIds }: Pick<Props, 'about'> & { settingIds: readonly number[] }) {
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

function Quiet({ children }: { children: string }) {
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

/** How many alerts are about every one of the kind. */
function entriesOfEvery(entries: readonly AlertEntry[], settings: AlertSettings, about: About): number {
  const type = 'bridge' in about ? 'BRIDGE' : 'VALIDATOR'
  const ids = new Set(
    alertTypes.flatMap((one) =>
      settings[one].filter(({ target_type }) => target_type === type).map(({ id }) => id),
    ),
  )
  return countOf(
    entries.filter(
      (one) => one.blockchain_validator_id === null && one.bridge_id === null && ids.has(one.setting_id),
    ),
  )
}

/** What nobody has acknowledged, what goes on, then the latest of what is over: so many that the card stays one (P972). */
function Alerts({ about, texts }: Pick<Props, 'about' | 'texts'>) {
  const formats = useFormats()
  const now = useNow()
  const { known, error } = useAlertHistory(about)
  const kind = 'bridge' in about ? 'bridge' : 'validator'
  const id = String('bridge' in about ? about.bridge : about.validator)
  if (known === undefined) return <Quiet>{error ? texts.failed : texts.loading}</Quiet>
  if (known.length === 0) return <Quiet>{texts.none}</Quiet>
  return (
    <>
      <List>
        {shownIncidents(known).map((incident) => (
          <li key={incident.id}>
            <SeverityIcon severity={incident.lead.severity} />
            <RouteLink to="/alerts-history" search={{ alert: String(incident.lead.id) }}>
              <span dir="auto">{incident.lead.title}</span>
            </RouteLink>
            <time dateTime={incident.at}>{formats.shortTime(incident.at, now)}</time>
            <IncidentLine incident={incident} />
          </li>
        ))}
      </List>
      <Box>
        <RouteLink
          to="/alerts-history"
          search={{ [kind]: id }}
          variant="table"
          style={{ lineHeight: '1.5rem' }}
        >
          {texts.all}
        </RouteLink>
      </Box>
    </>
  )
}

function shownIncidents(known: readonly AlertHistoryItem[]): Incident[] {
  const incidents = incidentsOf(known)
  const waiting = incidents.filter((one) => waitingIn(one).length > 0)
  const rank = ({ lead }: Incident) => (lead.severity === 'CRITICAL' ? 0 : 1)
  const others = incidents.filter((one) => !waiting.includes(one))
  const first = [...waiting.toSorted((a, b) => rank(a) - rank(b)), ...others.filter(isOn)].slice(0, shown.all)
  const over = others.filter((one) => !isOn(one))
  return [...first, ...over.slice(0, Math.min(shown.over, shown.all - first.length))]
}

function isOn(incident: Incident): boolean {
  return statusOf(incident) === 'ONGOING'
}

/** Of one alert what its status says; of several how they stand together. */
function statusOf(incident: Incident): AlertHistoryItem['status'] {
  if (incident.steps.length === 1) return incident.lead.status
  const state = stateOf(incident)
  if (state === null) return null
  return state.is === 'OVER' ? 'ENDED' : state.is
}

/** Whether it goes on, and whether somebody has seen it. */
function IncidentLine({ incident }: { incident: Incident }) {
  const { t } = useTranslation('alerts')
  const status = statusOf(incident)
  const isWaiting = waitingIn(incident).length > 0
  const facts = [
    status === null ? null : t(`card.${status}`),
    isWaiting
      ? t('card.waiting')
      : incident.steps.some((item) => item.acknowledged_at !== null)
        ? t('card.acknowledged')
        : null,
  ].filter((part) => part !== null)
  if (facts.length === 0) return null
  return <small {...(status === 'ONGOING' && { 'data-ongoing': '' })}>{facts.join(dot)}</small>
}
