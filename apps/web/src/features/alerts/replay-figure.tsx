import { styled } from '@mui/material/styles'
import type { AlertReplay } from '@roundsman/contract/alert-actions'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { EscapeWhileLoading } from '../../ui/escape-while-loading.tsx'
import type { SettingRow } from './setting-groups.ts'
import { timesOf } from './use-replay.ts'

const ReplayTimes = lazy(() => import('./replay-times.tsx'))

const Figure = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.caption,
  minHeight: 24,
  display: 'inline-flex',
  alignItems: 'center',
  cursor: 'pointer',
  color: theme.vars.palette.primary.text,
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: 2,
    borderRadius: 4,
  },
}))
const None = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'block',
  color: theme.vars.palette.text.secondary,
}))

interface Props {
  row: SettingRow
  replay: AlertReplay | undefined
}

/** How often a condition would have called, and by a click when. */
export function ReplayFigure({ row: { begins, ends }, replay }: Props) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (replay === undefined || replay.covered === null) return null
  const began = timesOf(replay, begins.id) ?? []
  const ended = ends === null ? [] : (timesOf(replay, ends.id) ?? [])
  if (began.length + ended.length === 0) return <None>{t('replay.never')}</None>
  const times = (count: number) => t('replay.times', { count, value: formats.integer(count) })
  const words =
    ended.length === 0
      ? t('replay.began', { times: times(began.length) })
      : t('replay.beganAndEnded', { times: times(began.length), ended: times(ended.length) })
  return (
    <>
      <Figure type="button" aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        {words}
      </Figure>
      {anchor === null ? null : (
        <Suspense fallback={<EscapeWhileLoading onClose={() => setAnchor(null)} />}>
          <ReplayTimes title={begins.name} {...{ began, ended, anchor }} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
