import type { SvgIconComponent } from '@mui/icons-material'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import DoneRounded from '@mui/icons-material/DoneRounded'
import NotificationsPausedOutlined from '@mui/icons-material/NotificationsPausedOutlined'
import ScheduleRounded from '@mui/icons-material/ScheduleRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../ui/state-mark.tsx'
import type { StateTone } from '../ui/theme/theme-types.ts'

export type DeliveryState = AlertHistoryItem['deliveries'][number]['state']

const looks: Record<DeliveryState, { icon: SvgIconComponent; tone: StateTone }> = {
  QUEUED: { icon: ScheduleRounded, tone: 'neutral' },
  SENDING: { icon: SyncRounded, tone: 'info' },
  SENT: { icon: DoneRounded, tone: 'info' },
  DELIVERED: { icon: DoneAllRounded, tone: 'success' },
  FAILED: { icon: CancelOutlined, tone: 'error' },
  SUPPRESSED: { icon: NotificationsPausedOutlined, tone: 'neutral' },
}

/** Where a message to its reader stands, as the ledger has it. */
export function DeliveryMark({ state }: { state: DeliveryState }) {
  const { t } = useTranslation('alerts')
  const { icon, tone } = looks[state]
  return (
    <StateMark icon={icon} tone={tone} look="quiet">
      {t(`delivery.${state}`)}
    </StateMark>
  )
}
