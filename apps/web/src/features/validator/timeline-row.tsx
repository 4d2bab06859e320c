import type { SvgIconComponent } from '@mui/icons-material'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ContentCutRounded from '@mui/icons-material/ContentCutRounded'
import DangerousOutlined from '@mui/icons-material/DangerousOutlined'
import DriveFileRenameOutlineRounded from '@mui/icons-material/DriveFileRenameOutlineRounded'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import KeyRounded from '@mui/icons-material/KeyRounded'
import LayersOutlined from '@mui/icons-material/LayersOutlined'
import LockOpenRounded from '@mui/icons-material/LockOpenRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import LoginRounded from '@mui/icons-material/LoginRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import PercentRounded from '@mui/icons-material/PercentRounded'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import Box from '@mui/material/Box'
import type { ValidatorEvent, ValidatorEventKind } from '@roundsman/contract/validator-details'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { type eventContext, eventWords } from './event-words.ts'

interface TimelineRowProps {
  event: ValidatorEvent
  context: ReturnType<typeof eventContext>
  /** About what time it is (Unix ms), for how times are written. */
  now: number
}

const looks: Record<ValidatorEventKind, [icon: SvgIconComponent, colour: string]> = {
  jailed: [LockOutlined, 'error.main'],
  unjailed: [LockOpenRounded, 'success.main'],
  tombstoned: [DangerousOutlined, 'text.primary'],
  bonded: [CheckCircleOutlineRounded, 'success.main'],
  unbonding: [HourglassTopRounded, 'info.main'],
  unbonded: [RemoveCircleOutlineRounded, 'text.secondary'],
  slashed: [ContentCutRounded, 'error.main'],
  commission_changed: [PercentRounded, 'text.secondary'],
  moniker_changed: [DriveFileRenameOutlineRounded, 'text.secondary'],
  key_changed: [KeyRounded, 'text.secondary'],
  power_changed: [LayersOutlined, 'text.secondary'],
  rank_changed: [ArrowUpwardRounded, 'text.secondary'],
  joined: [LoginRounded, 'text.secondary'],
  removed: [LogoutRounded, 'text.secondary'],
  gap: [HistoryToggleOffRounded, 'text.secondary'],
}

/** Where dates and words are long, the day and the hour have a line each, and the change has the room. */
const timeRoom = { short: { whiteSpace: 'nowrap' }, long: { minWidth: { sm: 148 } } }

/** One event of the timeline. */
export function TimelineRow({ event, context, now }: TimelineRowProps) {
  const { t, i18n } = useTranslation('validator')
  const isShort = i18n.resolvedLanguage === 'en'
  const formats = useFormats()
  const { kind, at, height, assurance } = event
  const [icon, colour] = looks[kind]
  const Icon =
    kind === 'rank_changed' && Number(event.after) > Number(event.before) ? ArrowDownwardRounded : icon
  return (
    <tr>
      <Box component="td" sx={{ color: 'text.secondary', ...timeRoom[isShort ? 'short' : 'long'] }}>
        <time dateTime={at}>{formats.time(at, now)}</time>
      </Box>
      <Box component="td" data-figure sx={{ color: 'text.secondary' }}>
        {height === null ? null : formats.integer(height)}
      </Box>
      <td data-kind>
        <Box component="span" sx={{ display: 'inline-flex', gap: 2, fontWeight: 500 }}>
          <Icon aria-hidden sx={{ fontSize: 16, mt: '2px', color: colour }} />
          {t(`timeline.kind.${kind}`)}
        </Box>
      </td>
      <Box component="td" dir="auto" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {eventWords(event, context, t, formats)}
      </Box>
      <Box component="td" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {assurance === null ? null : t(`assurance.${assurance}`)}
      </Box>
    </tr>
  )
}
