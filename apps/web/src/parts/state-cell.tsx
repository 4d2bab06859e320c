import type { SvgIconComponent } from '@mui/icons-material'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import DangerousOutlined from '@mui/icons-material/DangerousOutlined'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/use-formats.ts'
import { type StateLook, StateMark } from '../ui/state-mark.tsx'
import type { StateTone } from '../ui/theme/theme-types.ts'
import { sameState, type ValidatorState } from '@roundsman/contract/validator-state'

const looks: Record<ValidatorState['kind'], { icon: SvgIconComponent; tone: StateTone; look: StateLook }> = {
  tombstoned: { icon: DangerousOutlined, tone: 'grave', look: 'chip' },
  jailed: { icon: LockOutlined, tone: 'error', look: 'chip' },
  risk: { icon: TimerOutlined, tone: 'warning', look: 'chip' },
  missing: { icon: ErrorOutlineRounded, tone: 'error', look: 'chip' },
  bonded: { icon: CheckCircleOutlineRounded, tone: 'success', look: 'silent' },
  unbonding: { icon: HourglassTopRounded, tone: 'info', look: 'quiet' },
  unbonded: { icon: RemoveCircleOutlineRounded, tone: 'neutral', look: 'quiet' },
  unknown: { icon: HelpOutlineRounded, tone: 'neutral', look: 'quiet' },
}

export const stateIcons = { risk: TimerOutlined, missing: ErrorOutlineRounded, jailed: LockOutlined }

interface Props {
  state: ValidatorState
  /** Seconds since the state was last seen, where that is too long ago to take it for the present one. */
  staleAge?: number | null
}

export const StateCell = memo(
  function StateCell({ state, staleAge = null }: Props) {
    const { t } = useTranslation()
    const formats = useFormats()
    const word = wordOf()
    const { icon, tone, look } = looks[state.kind]
    if (staleAge !== null && state.kind !== 'tombstoned' && state.kind !== 'unknown')
      return (
        <StateMark icon={HistoryToggleOffRounded} tone="neutral" look="quiet">
          {t('validator.stateWithAge', {
            state: t(`validator.state.${state.kind}`),
            age: formats.duration(staleAge),
          })}
        </StateMark>
      )
    return (
      <StateMark icon={icon} tone={tone} look={look}>
        {word}
      </StateMark>
    )

    function wordOf(): string {
      if (state.kind === 'risk') return t('validator.risk', { duration: formats.duration(state.seconds) })
      if (state.kind === 'missing')
        return t('validator.missing', { count: state.blocks, value: formats.integer(state.blocks) })
      return t(`validator.state.${state.kind}`)
    }
  },
  (a, b) => a.staleAge === b.staleAge && sameState(a.state, b.state),
)
