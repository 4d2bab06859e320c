import type { SvgIconComponent } from '@mui/icons-material'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import FastForwardOutlined from '@mui/icons-material/FastForwardOutlined'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import type { Bridge } from '@roundsman/contract/bridges'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type StateLook, StateMark } from '../ui/state-mark.tsx'
import type { StateTone } from '../ui/theme/theme-types.ts'
import type { UnknownReason } from './bridge-unknown.ts'

type SyncStatus = Bridge['sync_status']

export const syncLooks: Record<SyncStatus, { icon: SvgIconComponent; tone: StateTone; look: StateLook }> = {
  SYNCED: { icon: CheckCircleOutlineRounded, tone: 'success', look: 'silent' },
  CATCHING_UP: { icon: FastForwardOutlined, tone: 'info', look: 'chip' },
  STALLED: { icon: PauseCircleOutlineRounded, tone: 'error', look: 'chip' },
  UNKNOWN: { icon: HelpOutlineRounded, tone: 'neutral', look: 'quiet' },
}

/** The same as an icon alone, with its word for who listens or points. */
export function SyncIcon({ status }: { status: SyncStatus }) {
  const { t } = useTranslation('bridges')
  const { icon: Icon, tone } = syncLooks[status]
  return <Icon titleAccess={t(`sync.${status}`)} sx={{ color: `${tone}.main` }} />
}

interface Props {
  status: SyncStatus
  why: UnknownReason | null
}

/** How far a bridge is, as an icon and a word; who points at an unknown one reads why. */
export const SyncMark = memo(function SyncMark({ status, why }: Props) {
  const { t } = useTranslation('bridges')
  const { icon, tone, look } = syncLooks[status]
  const full = why === null ? {} : { full: t(`why.${why}`) }
  return (
    <StateMark icon={icon} tone={tone} look={look} {...full}>
      {t(`sync.${status}`)}
    </StateMark>
  )
})
