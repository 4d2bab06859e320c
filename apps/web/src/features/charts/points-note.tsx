import { chartRanges } from '@roundsman/contract/charts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import type { Range } from './charts-view.ts'
import { useChartFormats } from './use-chart-formats.ts'

interface PointsNoteProps {
  range: Range
  /** Unix seconds; null: nothing was measured. */
  newest: number | null
}

/** How far apart the points are, when the newest one is of, and how old that is. Renders once a second, alone. */
export function PointsNote({ range, newest }: PointsNoteProps) {
  const { t } = useTranslation('charts')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const charts = useChartFormats()
  const now = useNow() / 1_000
  const { stepSeconds: seconds } = chartRanges[range]
  const step = formats.duration(seconds)
  if (newest === null) return t('note.step', { step })
  const time = `${charts.moment(newest, range)} ${charts.zone(newest)}`
  // A bucket is named by its first second and goes on to the next one.
  if (now < newest + seconds) return t('note.provisional', { step, time })
  const age = tell('age.ago', { duration: formats.duration(now - newest - seconds) })
  return t('note.closed', { step, time, age })
}
