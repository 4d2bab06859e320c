import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAcknowledgedBy } from '../../../data/alerts/acknowledge.ts'
import { heldReason, needsAcknowledgement, secondsBetween } from '../../../data/alerts/alert-history.ts'
import { useServices, useUser } from '../../../data/services/services.ts'
import { useTeam } from '../../../data/services/teams.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { isPeerId, shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { Monogram } from '../../../ui/monogram.tsx'
import { useRowStop } from '../../../ui/table/row-keys.ts'
import { isEnd, isImported } from './alert-evidence.ts'
import { type HistoryTimes, useHistoryTimes } from './alert-times.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Comma = styled('span')(({ theme }) => ({ fontWeight: 400, color: theme.vars.palette.text.secondary }))

/** What happened, whether it goes on or how long it lasted, why nobody was notified where nobody was, and of which team it is. */
export function AlertTitle({ item }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const times = useHistoryTimes()
  const held = heldReason(item)
  const beside = [statusText(item, { t, formats, times }), held === null ? null : t(`held.${held}`)]
    .filter((text) => text !== null)
    .join(', ')
  const team = useTeam(item.team_id)?.name ?? ''
  return (
    <span
      data-title
      {...(team === '' ? {} : { 'data-team': '' })}
      title={[item.title, beside, team].filter((text) => text !== '').join(', ')}
    >
      <Typography variant="inherit" component="span" sx={{ fontWeight: 500 }}>
        {item.title}
        {/* It ends a line as any comma does, and begins none (P641). */}
        {beside === '' && team === '' ? null : <Comma>,</Comma>}
      </Typography>
      {beside === '' ? null : (
        <Typography
          variant="inherit"
          component="span"
          sx={{ color: item.status === 'ONGOING' ? 'error.main' : 'text.secondary' }}
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

/** In a word or two, of an end when it was (P880); null where there is nothing that could go on. */
export function statusText(
  item: AlertHistoryItem,
  { t, formats, times }: { t: TFunction<'history'>; formats: Pick<Formats, 'duration'>; times: HistoryTimes },
): string | null {
  const { status, began_at: began, ended_at: ended, jailed_at: jailed } = item
  if (isEnd(item)) return t('status.endedAt', { time: times.clock(began) })
  if (status === null) return null
  // What nobody misses blocks in any more neither goes on nor lasted until it was left (P890).
  if (jailed !== undefined) return t('status.inJail', { time: times.clock(jailed) })
  return status === 'ENDED' && ended !== null
    ? t('status.lasted', { span: formats.duration(secondsBetween(began, ended)) })
    : t(`status.${status}`)
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
  item: AlertHistoryItem
  onAcknowledge: (ids: readonly number[]) => void
}

/** When and how an alert was acknowledged, or the way to do it. In a row, whose one stop is elsewhere. */
export function AcknowledgedCell({ item, onAcknowledge }: Props) {
  const { t } = useTranslation('history')
  const acknowledged = useAcknowledged()(item)
  if (acknowledged !== null) {
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
  if (!needsAcknowledgement(item))
    return (
      <Typography variant="inherit" component="span" color="textSecondary" noWrap sx={{ display: 'block' }}>
        {t('acknowledge.notNeeded')}
      </Typography>
    )
  return (
    <Button
      variant="text"
      size="small"
      tabIndex={-1}
      onClick={() => onAcknowledge([item.id])}
      sx={{ marginInlineStart: -2, px: 2, minHeight: 28, minWidth: 0 }}
    >
      {t('acknowledge.one')}
    </Button>
  )
}

interface OpenProps {
  item: AlertHistoryItem
  isOpen: boolean
  onToggle: (id: number) => void
}

/** The one stop of a row. */
export function OpenButton({ item, isOpen, onToggle }: OpenProps) {
  const { t } = useTranslation('history')
  const tabIndex = useRowStop()
  const Icon = isOpen ? ExpandLessRounded : ExpandMoreRounded
  return (
    <IconButton
      size="small"
      data-stop=""
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      aria-label={t('details', { title: item.title })}
      onClick={() => onToggle(item.id)}
      // Its cell would cut a ring around it.
      sx={{ '&&:focus-visible': { outlineOffset: -2 } }}
    >
      <Icon sx={{ fontSize: 18 }} />
    </IconButton>
  )
}
