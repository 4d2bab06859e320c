import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTheme, styled as styledPart } from '@mui/material/styles'
import { lazy, memo, Suspense, useId, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type ChartModel, nearestIndex, type PointedStore } from '../../charts/chart-model.ts'
import { LineGlyph, mostColored } from '../../charts/line-theme.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import { useChartFormats } from './chart-formats.ts'
import { marksOf, type PageMark } from './chart-marks.tsx'
import { axisRules, heights, type Metric, type Range } from './charts-view.ts'
import { keyAt, type ShownCharts } from './shown-charts.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  shown: ShownCharts
  marks: readonly PageMark[]
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
          lines,
          letters,
          direction,
          marks: marksOf(marks, metric),
          times: shown.times,
          gaps: shown.gaps,
          ...shown.part,
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
      metric={metric}
      model={model}
      narrow={narrow}
      pointed={pointed}
      onZoom={onZoom}
      onReset={onReset}
      unit={shown.unit}
      range={shown.range}
      newest={shown.newest}
    />
  ))
})

const TimeChart = lazy(() =>
  import('../../charts/time-chart.tsx').then((file) => ({ default: file.TimeChart })),
)

const Grid = styledPart(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  marginBottom: 20,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 252px' },
}))

/** Of many lines the key is the higher one, and the plot takes what there is beside it. */
const Plot = styledPart('div')({ display: 'grid', gridTemplateRows: 'auto 1fr', minWidth: 0 })

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
function ChartCard({ metric, unit, range, model, newest, narrow, pointed, onZoom, onReset }: ChartCardProps) {
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
      <Plot sx={{ p: narrow ? '16px 12px 8px' : '18px 20px 10px' }}>
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
            model={model}
            height={height}
            pointed={pointed}
            valueText={valueText}
            onZoom={onZoom}
            onReset={onReset}
          />
        </Suspense>
      </Plot>
      <ChartKey
        label={t('keyLabel', { metric: title })}
        model={model}
        pointed={pointed}
        newest={newest}
        timeText={timeText}
        valueText={(value) => charts.value(metric, value)}
      />
    </Grid>
  )
}

interface ChartKeyProps {
  /** What the key is of. */
  label: string
  model: ChartModel
  pointed: PointedStore
  /** Unix seconds of the newest point; null: nothing was measured. */
  newest: number | null
  timeText: (at: number) => string
  valueText: (value: number) => string
}

const Frame = styled('div')(({ theme }) => ({
  padding: '18px 20px',
  minWidth: 0,
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('md')]: {
    borderBlockStart: 'none',
    borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
  },
  '& > p': { ...theme.typography.caption, margin: '0 0 8px', color: theme.vars.palette.text.secondary },
}))
const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  overflowY: 'auto',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  // By the list and not each for itself: a hundred of them are drawn with every new point.
  '& > li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 'max(30px, 1.875rem)' },
  // Twelve of them are seen at once; to the others of a hundred one scrolls.
  '&[data-many]': { maxHeight: `calc(${mostColored} * max(26px, 1.625rem))` },
  '&[data-many] > li': { minHeight: 'max(26px, 1.625rem)' },
  '& bdi': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& span': { fontVariantNumeric: 'tabular-nums', fontWeight: 500, whiteSpace: 'nowrap' },
  '& span[data-none]': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& > li[data-pointed] > bdi': { fontWeight: 600 },
}))
/** Lines of the key that stand as far apart as those of a list; more of them stand closer. */
const fewLines = 7

/** Every line with its value at the cursor, else the newest one; the highest first. */
function ChartKey({ label, model, pointed, newest, timeText, valueText }: ChartKeyProps) {
  const { t } = useTranslation('charts')
  const { at, line } = useSyncExternalStore(pointed.subscribe, pointed.get)
  const time = at ?? newest
  const place = time === null ? null : nearestIndex(model.times, time)
  const { lines } = model
  const many = lines.length > mostColored
  return (
    <Frame>
      <p>
        {time === null
          ? t('none')
          : at === null
            ? t('newestAt', { time: timeText(time) })
            : t('at', { time: timeText(time) })}
      </p>
      <List
        aria-label={label}
        // What does not fit beside the plot can be scrolled to, also by keyboard.
        {...(many ? { tabIndex: 0 } : {})}
        {...(lines.length > fewLines ? { 'data-many': '' } : {})}
        onPointerLeave={() => pointed.point({ line: null })}
      >
        {keyAt(lines, place ?? -1).map(({ line: { id, styleIndex, name }, value }) => (
          <li
            key={id}
            {...(line === id ? { 'data-pointed': '' } : {})}
            onPointerEnter={() => many && pointed.point({ line: id })}
          >
            <LineGlyph index={styleIndex} quiet={many && line !== id} only={lines.length === 1} />
            <bdi title={name}>{name}</bdi>
            {value === null ? <span data-none="">{t('noData')}</span> : <span>{valueText(value)}</span>}
          </li>
        ))}
      </List>
    </Frame>
  )
}
