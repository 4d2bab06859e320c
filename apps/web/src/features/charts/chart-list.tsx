import { useTheme } from '@mui/material/styles'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartMark, ChartModel } from '../../charts/chart-model.ts'
import type { PointedStore } from '../../charts/pointed.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { ChartCard } from './chart-card.tsx'
import { axisRules } from './metric-rules.ts'
import { useChartFormats } from './use-chart-formats.ts'
import type { ShownCharts } from './use-shown-charts.ts'

interface Props {
  shown: ShownCharts
  marks: readonly ChartMark[]
  narrow: boolean
  pointed: PointedStore
  onZoom: (from: number, to: number) => void
  onReset: () => void
}

/** A card for each metric, below each other, over the same time. A block alone draws nothing of it anew. */
export const ChartList = memo(function ChartList(props: Props) {
  const { shown, marks, narrow, pointed, onZoom, onReset } = props
  const { t } = useTranslation('charts')
  const charts = useChartFormats()
  const { direction } = useTheme()
  const letters = useLetterScale()
  const models = useMemo(
    () =>
      shown.measured.map(({ metric, lines }, index): { metric: typeof metric; model: ChartModel } => ({
        metric,
        model: {
          ...{ lines, letters, direction, marks },
          ...{ times: shown.times, gaps: shown.gaps, ...shown.part },
          rules: axisRules[metric],
          gapText:
            index > 0
              ? null
              : ({ from, to }) =>
                  t('gap', { from: charts.moment(from, shown.range), to: charts.moment(to, shown.range) }),
          tickText: (value) => charts.tick(metric, value),
          timeText: charts.time,
          cursorText: (at) => charts.moment(at, shown.range),
          offsetOf: charts.offsetOf,
        },
      })),
    [shown, marks, letters, direction, charts, t],
  )
  return models.map(({ metric, model }) => (
    <ChartCard
      key={metric}
      {...{ metric, model, narrow, pointed, onZoom, onReset }}
      unit={shown.unit}
      range={shown.range}
      newest={shown.newest}
    />
  ))
})
