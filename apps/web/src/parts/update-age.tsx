import { styled } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { ageSeconds } from '../data/network-health.ts'
import { useNow } from '../data/use-now.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Known } from '../ui/known.tsx'

const Age = styled('span')(({ theme }) => ({
  '&[data-stale]': { fontWeight: 600, color: theme.vars.palette.warning.main },
}))

interface Props {
  /** When the last report came; null: none did. */
  at: string | null
  state: Bridge['otel_state']
}

/** How long ago a bridge last reported; it counts on by itself. */
export function UpdateAge({ at, state }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const age = ageSeconds(at, useNow())
  if (age === null) return <Known>{null}</Known>
  const text = formats.duration(age)
  return state === 'STALE' ? (
    <Age data-stale="" title={t('why.silent')}>
      {text}
    </Age>
  ) : (
    <Age>{text}</Age>
  )
}
