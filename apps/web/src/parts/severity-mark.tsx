import type { SvgIconComponent } from '@mui/icons-material'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import ReportRounded from '@mui/icons-material/ReportRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import type { AlertSetting } from '@roundsman/contract/alerts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../ui/state-mark.tsx'
import type { StateTone } from '../ui/theme/theme-types.ts'

type Severity = AlertSetting['severity']

/** Three outlines that differ: circle, triangle, filled octagon. */
const looks: Record<Severity, { icon: SvgIconComponent; tone: StateTone }> = {
  INFO: { icon: InfoOutlined, tone: 'info' },
  WARNING: { icon: WarningAmberRounded, tone: 'warning' },
  CRITICAL: { icon: ReportRounded, tone: 'error' },
}

/** How much an alert matters, as icon and word. */
export const SeverityMark = memo(function SeverityMark({ severity }: { severity: Severity }) {
  const { t } = useTranslation('alerts')
  const { icon, tone } = looks[severity]
  return (
    <StateMark icon={icon} tone={tone} look="quiet">
      {t(`severity.${severity}`)}
    </StateMark>
  )
})

/** The icon alone, beside a word that says the same. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  const { icon: Icon, tone } = looks[severity]
  return <Icon aria-hidden sx={{ fontSize: 16, color: `${tone}.main` }} />
}
