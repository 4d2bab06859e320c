import type { SvgIconComponent } from '@mui/icons-material'
import CircleRounded from '@mui/icons-material/CircleRounded'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import ReportRounded from '@mui/icons-material/ReportRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/use-formats.ts'
import { StateMark } from './state-mark.tsx'
import type { StateTone } from './theme/theme-types.ts'

export type NetworkMarkKind =
  | 'live'
  | 'stale'
  | 'halted'
  | 'syncing'
  | 'unreachable'
  | 'refused'
  | 'connecting'
  | 'not-followed'

const looks: Record<NetworkMarkKind, { icon: SvgIconComponent; tone: StateTone; size?: number }> = {
  live: { icon: CircleRounded, tone: 'success', size: 8 },
  stale: { icon: HistoryToggleOffRounded, tone: 'warning' },
  halted: { icon: PauseCircleOutlineRounded, tone: 'error' },
  syncing: { icon: SyncRounded, tone: 'info' },
  unreachable: { icon: CloudOffOutlined, tone: 'neutral' },
  refused: { icon: ReportRounded, tone: 'error' },
  connecting: { icon: MoreHorizRounded, tone: 'neutral' },
  'not-followed': { icon: VisibilityOffOutlined, tone: 'neutral' },
}

interface Props {
  kind: NetworkMarkKind
  /** Seconds, for a stale one. */
  age?: number
}

/** The state of a network as icon and word. */
export function NetworkMark({ kind, age }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { icon, tone, size } = looks[kind]
  return (
    <StateMark icon={icon} tone={tone} look="quiet" {...(size === undefined ? {} : { iconSize: size })}>
      {kind === 'stale' && age !== undefined
        ? t('network.staleFor', { duration: formats.duration(age) })
        : t(`network.state.${kind}`)}
    </StateMark>
  )
}
