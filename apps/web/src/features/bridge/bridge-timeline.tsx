import type { SvgIconComponent } from '@mui/icons-material'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import LoginRounded from '@mui/icons-material/LoginRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import RestartAltRounded from '@mui/icons-material/RestartAltRounded'
import SensorsRounded from '@mui/icons-material/SensorsRounded'
import SystemUpdateAltRounded from '@mui/icons-material/SystemUpdateAltRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BridgeEvent } from '@roundsman/contract/bridges/bridge-details'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Card } from '../../ui/page/card.tsx'
import { styled } from '../../ui/theme/styled.tsx'

const List = styled('ol')(({ theme }) => ({
  ...theme.typography.table,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    columnGap: 12,
    padding: '8px 20px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    color: theme.vars.palette.text.secondary,
    [theme.breakpoints.down('sm')]: { padding: '8px 16px' },
  },
  '& > li > div': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 12,
    minWidth: 0,
    // Or some events would have one line and some two.
    [theme.breakpoints.down('sm')]: { flexDirection: 'column' },
  },
  '& strong': { fontWeight: 500, color: theme.vars.palette.text.primary },
  '& span': { overflowWrap: 'anywhere' },
}))
const shownFirst = 8

/** What happened to the bridge, newest first. */
export function BridgeTimeline({ timeline }: { timeline: readonly BridgeEvent[] }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const [all, setAll] = useState(false)
  const shown = all ? timeline : timeline.slice(0, shownFirst)
  return (
    <Card title={t('timeline.title')} flush>
      {timeline.length === 0 ? (
        <Typography
          variant="table"
          component="p"
          color="textSecondary"
          sx={{ m: 0, px: { xs: 4, sm: 5 }, pb: 4 }}
        >
          {t('timeline.none')}
        </Typography>
      ) : (
        <List>
          {shown.map((event, place) => (
            <EventRow key={event.id} event={event} lasted={lastedSeconds(timeline, place)} />
          ))}
        </List>
      )}
      {shown.length === timeline.length ? null : (
        <Button size="small" startIcon={<ArrowDownwardRounded />} sx={{ m: 3 }} onClick={() => setAll(true)}>
          {t('timeline.all', { value: formats.integer(timeline.length) })}
        </Button>
      )}
    </Card>
  )
}

interface Props {
  event: BridgeEvent
  /** Seconds that what it ends had lasted; null: it ends nothing. */
  lasted: number | null
}

const eventIcons: Record<BridgeEvent['kind'], [icon: SvgIconComponent, color: string]> = {
  joined: [LoginRounded, 'text.secondary'],
  restarted: [RestartAltRounded, 'text.secondary'],
  version_changed: [SystemUpdateAltRounded, 'text.secondary'],
  stalled: [PauseCircleOutlineRounded, 'error.main'],
  rising: [PlayCircleOutlineRounded, 'success.main'],
  silent: [HistoryToggleOffRounded, 'warning.main'],
  pushing: [SensorsRounded, 'success.main'],
  two_programs: [WarningAmberRounded, 'warning.main'],
}

/** One event of the timeline. */
function EventRow({ event, lasted }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const { kind, at, height, before, after } = event
  const [Icon, color] = eventIcons[kind]
  const parts = [
    kind === 'joined' && after,
    kind === 'version_changed' &&
      before !== null &&
      after !== null &&
      t('timeline.change', { before, after }),
    lasted !== null && t('timeline.after', { duration: formats.duration(lasted) }),
    height !== null && t('timeline.height', { height: formats.integer(height) }),
  ]
  return (
    <li>
      <Icon aria-hidden sx={{ fontSize: 16, mt: '1px', color }} />
      <div>
        <strong>{t(`event.${kind}`)}</strong>
        <span>{parts.filter((part) => typeof part === 'string').join(', ')}</span>
      </div>
      <EventTime at={at} />
    </li>
  )
}

/** Apart, since it is looked at each second: from the next day on it is written with the day. */
function EventTime({ at }: { at: string }) {
  return <time dateTime={at}>{useFormats().time(at, useNow())}</time>
}

/** What ends what: the newest of it before an end is its beginning. */
const beginnings: Partial<Record<BridgeEvent['kind'], BridgeEvent['kind']>> = {
  rising: 'stalled',
  pushing: 'silent',
}

/**
 * Seconds that what an event ends had lasted; null: it ends nothing, or when that began is not known.
 *
 * @param timeline newest first
 * @param place of the event in it
 */
export function lastedSeconds(timeline: readonly BridgeEvent[], place: number): number | null {
  const end = timeline[place]
  const wanted = end && beginnings[end.kind]
  if (wanted === undefined) return null
  const begin = timeline.slice(place + 1).find(({ kind }) => kind === wanted || kind === end?.kind)
  return begin?.kind === wanted && end ? Math.max(0, Date.parse(end.at) - Date.parse(begin.at)) / 1_000 : null
}
