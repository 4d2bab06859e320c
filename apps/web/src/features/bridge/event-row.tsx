import type { SvgIconComponent } from '@mui/icons-material'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import LoginRounded from '@mui/icons-material/LoginRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import RestartAltRounded from '@mui/icons-material/RestartAltRounded'
import SensorsRounded from '@mui/icons-material/SensorsRounded'
import SystemUpdateAltRounded from '@mui/icons-material/SystemUpdateAltRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import type { BridgeEvent } from '@roundsman/contract/bridge-details'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'

interface Props {
  event: BridgeEvent
  /** Seconds that what it ends had lasted; null: it ends nothing. */
  lasted: number | null
}

const looks: Record<BridgeEvent['kind'], [icon: SvgIconComponent, colour: string]> = {
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
export function EventRow({ event, lasted }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const { kind, at, height, before, after } = event
  const [Icon, color] = looks[kind]
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
