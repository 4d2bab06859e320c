import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartModel, nearestIndex } from '../../charts/chart-model.ts'
import type { PointedStore } from '../../charts/pointed.ts'
import { keyAt } from './chart-data.ts'
import { ChartKey } from './chart-key.tsx'
import type { Metric, Range } from './charts-view.ts'
import { heights } from './metric-rules.ts'
import { useChartFormats } from './use-chart-formats.ts'

const TimeChart = lazy(() =>
  import('../../charts/time-chart.tsx').then((file) => ({ default: file.TimeChart })),
)

const Grid = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  marginBottom: 20,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 252px' },
}))

interface ChartCardProps {
  metric: Metric
  /** Of the values: the network's; null: none. */
  unit: string | null
  range: Range
  model: ChartModel
  /** Unix seconds; null: nothing was measured. */
  newest: number | null
  narrow: boolean
  pointed: PointedStore
  onZoom: (from: number, to: number) => void
  onReset: () => void
}

/** Values that are spoken of at a time: more cannot be kept in mind, and the table has them all. */
const mostSpoken = 12

/** One metric of all chosen validators, with the key to its lines. */
export function ChartCard({ metric, unit, range, model, newest, narrow, pointed, onZoom, onReset }: ChartCardProps) {
  const { t } = useTranslation('charts')
  const charts = useChartFormats()
  const id = useId()
  const title = t(`metric.${metric}`)
  const { times, lines } = model
  const timeText = (at: number) => `${charts.moment(at, range)} ${charts.zone(at)}`
  const valueText = (at: number) => {
    const entries = keyAt(lines, times.indexOf(at))
    const spoken = entries
      .slice(0, mostSpoken)
      .map(({ line, value }) => `${line.name} ${value === null ? t('noData') : charts.value(metric, value)}`)
    const rest = entries.length - spoken.length
    const place = nearestIndex(times, at)
    const events = model.marks.flatMap((mark) => (nearestIndex(times, mark.at) === place ? [mark.text] : []))
    const others = rest > 0 ? [t('more', { count: rest })] : []
    return [timeText(at), ...events, ...spoken, ...others].join(', ')
  }
  const height = heights[metric][narrow ? 'narrow' : 'wide']
  return (
    <Grid variant="outlined" aria-labelledby={id} data-metric={metric} {...{ component: 'section' }}>
      <Box sx={{ minWidth: 0, p: narrow ? '16px 12px 8px' : '18px 20px 10px' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 }}>
          <Typography id={id} variant="h6" component="h2">
            {title}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {metric === 'power' ? (unit ?? t('about.power')) : t(`about.${metric}`)}
          </Typography>
        </Box>
        <Suspense fallback={<Skeleton height={height} />}>
          <TimeChart
            label={t('chartLabel', { metric: title })}
            {...{ model, height, pointed, valueText, onZoom, onReset }}
          />
        </Suspense>
      </Box>
      <ChartKey
        label={t('keyLabel', { metric: title })}
        {...{ model, pointed, newest, timeText }}
        valueText={(value) => charts.value(metric, value)}
      />
    </Grid>
  )
}
