import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { memo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAcknowledgedBy } from '../../../data/alerts/acknowledge.ts'
import { heldReason } from '../../../data/alerts/alert-history.ts'
import { beganIn, type Incident, isOver, waitingIn } from '../../../data/alerts/incidents.ts'
import { useServices, useUser } from '../../../data/services/services.ts'
import { useTeam } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { isPeerId, shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { Monogram } from '../../../ui/monogram.tsx'
import { useRowStop } from '../../../ui/table/row-keys.ts'
import { isWaiting } from '../../../parts/alerts/alert-marks.tsx'
import { deliveriesIn } from './deliveries.tsx'
import { isImported } from './alert-evidence.ts'
import { type HistoryTimes, useHistoryTimes } from './alert-times.ts'
import { incidentText, type Said, saidOf } from './incident-text.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Comma = styled('span')(({ theme }) => ({ fontWeight: 400, color: theme.vars.palette.text.secondary }))

/** What happened, whether it goes on or how long it lasted, why nobody was notified where nobody was, and of which team it is. */
export function AlertTitle({ item }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const times = useHistoryTimes()
  return <Titled item={item} said={saidOf(item, { t, formats, times })} />
}

/** The same of an incident: what has become of it, in one line (P982). */
export function IncidentTitle({ incident }: { incident: Incident }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const times = useHistoryTimes()
  return <Titled item={incident.lead} said={incidentText(incident, { t, formats, times })} />
}

/** When an incident began, with its day where that is another one than the heading of its row says, which is of the newest step. */
export function BeganAt({ incident, times }: { incident: Incident; times: HistoryTimes }) {
  const { t } = useTranslation('history')
  const [began, last] = [beganIn(incident), incident.at]
  if (began === null)
    return (
      <span data-began="" title={t('incident.partial')}>
        …
      </span>
    )
  const title =
    incident.steps.length === 1
      ? times.full(began)
      : t('incident.times', { began: times.full(began), last: times.full(last) })
  return (
    <time data-began="" dateTime={began} title={title}>
      {times.clockOn(began, last)}
    </time>
  )
}

function Titled({ item, said }: { item: AlertHistoryItem; said: Said }) {
  const { t } = useTranslation('history')
  const held = heldReason(item)
  const beside = [said.beside, held === null ? null : t(`held.${held}`)]
    .filter((text) => text !== null)
    .join(', ')
  const team = useTeam(item.team_id)?.name ?? ''
  return (
    <span
      data-title
      {...(team === '' ? {} : { 'data-team': '' })}
      title={[said.title, beside, team].filter((text) => text !== '').join(', ')}
    >
      <Typography variant="inherit" component="span" sx={{ fontWeight: 500 }}>
        {said.title}
        {/* It ends a line as any comma does, and begins none (P641). */}
        {beside === '' && team === '' ? null : <Comma>,</Comma>}
      </Typography>
      {beside === '' ? null : (
        <Typography
          variant="inherit"
          component="span"
          sx={{ color: said.isOngoing ? 'error.main' : 'text.secondary' }}
        >
          {` ${beside}`}
          {team === '' ? null : <Comma>,</Comma>}
        </Typography>
      )}
      {team === '' ? null : (
        <Typography variant="inherit" component="span" color="textSecondary" dir="auto">
          {` ${team}`}
        </Typography>
      )}
    </span>
  )
}

interface TargetProps {
  item: AlertHistoryItem
  /** The validator that it is about, where the list still has it. */
  row: Validator | undefined
}

const Target = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  maxWidth: '100%',
  verticalAlign: 'middle',
  fontVariantNumeric: 'normal',
  '& > svg': {
    flex: 'none',
    boxSizing: 'border-box',
    width: 24,
    height: 24,
    padding: 4,
    borderRadius: 7,
    color: theme.vars.palette.neutral.main,
    backgroundColor: theme.vars.palette.neutral.tint,
  },
  '& > span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))

/** Whom an alert is about: a validator, a bridge, or the network itself. */
export const TargetName = memo(function TargetName({ item, row }: TargetProps) {
  const { network } = useServices()
  const name = nameOf(item, network.name)
  return (
    <Target title={item.target_name ?? name}>
      {item.target_type === 'BRIDGE' ? (
        <HubOutlined aria-hidden />
      ) : item.target_type === 'ANY' ? (
        <Monogram name={network.name} tone="violet" image={network.logo} />
      ) : (
        <Monogram name={name} seed={row?.consensus_address ?? name} image={row?.avatar ?? null} />
      )}
      <span dir="auto">{name}</span>
    </Target>
  )
})

/** The name of whom an alert is about; a bridge without one is called by its peer id, in short. */
export function nameOf({ target_name, target_type }: AlertHistoryItem, network: string): string {
  if (target_type === 'BRIDGE' && target_name !== null && isPeerId(target_name))
    return shortPeerId(target_name)
  return target_name ?? (target_type === 'ANY' ? network : '–')
}

/** When and how alerts were acknowledged, for a cell and in full; by a colleague of a team: who (P682). Null: not yet. */
export function useAcknowledged() {
  const { t } = useTranslation('history')
  const times = useHistoryTimes()
  const acknowledgedBy = useAcknowledgedBy()
  const ownId = useUser()?.id
  return (item: AlertHistoryItem): { short: string; full: string } | null => {
    const { acknowledged_at: at, acknowledged_via: via, acknowledged_by: who } = item
    if (at === null) return null
    // Where it was done is not known of what another site recorded.
    const isElsewhere = via === 'PAGE' && isImported(item)
    const by = via === null || isElsewhere ? null : acknowledgedBy(via)
    const colleague = who !== null && who.user_id !== ownId ? who.name : null
    const how = t(`acknowledge.full.${by?.way ?? 'none'}`, { time: times.full(at), channel: by?.channel })
    const time = times.shortOn(at, item.at)
    if (colleague !== null)
      return {
        short: t('acknowledge.other', { time, name: colleague }),
        full: t('acknowledge.fullOther', { how, name: colleague }),
      }
    return {
      short: by === null ? time : t(`acknowledge.via.${by.way}`, { time, channel: by.channel }),
      full: how,
    }
  }
}

interface Props {
  incident: Incident
  onAcknowledge: (ids: readonly number[]) => void
}

/** When and how an incident was acknowledged, or the way to do it, for all of its alerts at once. In a row, whose one stop is elsewhere. */
export function AcknowledgedCell({ incident, onAcknowledge }: Props) {
  const { t } = useTranslation('history')
  const waiting = waitingIn(incident)
  const acknowledged = useAcknowledged()(acknowledgedOf(incident))
  if (waiting.length > 0)
    return (
      <Button
        variant="text"
        size="small"
        tabIndex={-1}
        onClick={() => onAcknowledge(waiting.map(({ id }) => id))}
        sx={{ marginInlineStart: -2, px: 2, minHeight: 28, minWidth: 0 }}
      >
        {t('acknowledge.one')}
      </Button>
    )
  if (acknowledged === null)
    return (
      <Typography
        variant="inherit"
        component="span"
        color="textSecondary"
        sx={{ display: 'block', paddingBlock: '4px', lineHeight: '1rem', whiteSpace: 'normal' }}
      >
        {t(`acknowledge.${notNeededBecause(incident)}`)}
      </Typography>
    )
  const { short, full } = acknowledged
  return (
    <Typography
      variant="inherit"
      component="span"
      color="textSecondary"
      // On two lines where another day stands before the time.
      sx={{ display: 'block', fontVariantNumeric: 'normal', lineHeight: '1rem', whiteSpace: 'normal' }}
      title={full}
    >
      {short}
    </Typography>
  )
}

/** Why nobody has to say that they have seen it. */
function notNeededBecause(incident: Incident): 'untold' | 'over' | 'notNeeded' {
  const asked = incident.steps.filter(({ severity }) => severity !== 'INFO')
  // What waits is told yet, with its end (P1055).
  const isToCome = deliveriesIn(incident).some(isWaiting)
  if (!isToCome && asked.length > 0 && asked.every((item) => item.is_untold === true)) return 'untold'
  return asked.length > 0 && isOver(incident) ? 'over' : 'notNeeded'
}

/** The one of its alerts that says who has seen it: the gravest that somebody acknowledged. */
export function acknowledgedOf({ lead, steps }: Incident): AlertHistoryItem {
  if (lead.acknowledged_at !== null) return lead
  return steps.find((item) => item.acknowledged_at !== null) ?? lead
}

interface OpenProps {
  incident: Incident
  isOpen: boolean
  onToggle: (incident: Incident) => void
}

/** The one stop of a row. */
export function OpenButton({ incident, isOpen, onToggle }: OpenProps) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const times = useHistoryTimes()
  const tabIndex = useRowStop()
  const Icon = isOpen ? ExpandLessRounded : ExpandMoreRounded
  const { title } = incidentText(incident, { t, formats, times })
  const count = incident.steps.length
  return (
    <IconButton
      size="small"
      data-stop=""
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      aria-label={count === 1 ? t('details', { title }) : t('detailsOf', { title, count })}
      onClick={() => onToggle(incident)}
      // Its cell would cut a ring around it.
      sx={{ '&&:focus-visible': { outlineOffset: -2 } }}
    >
      <Icon sx={{ fontSize: 18 }} />
    </IconButton>
  )
}
