import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ChartLine, ChartMark } from '../../charts/chart-model.ts'
import { useChartFormats } from './chart-formats.ts'
import type { Metric, Range } from './charts-view.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Rows that are drawn at first: a hundred validators by 180 points would hold up the page. */
const firstRows = 30

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.table,
  borderCollapse: 'separate',
  borderSpacing: 0,
  minWidth: '100%',
  '& th, & td': {
    height: 'max(32px, 2rem)',
    padding: '0 14px',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& thead th': {
    ...theme.typography.tableHead,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& th:first-of-type': { textAlign: 'start' },
  '& tbody th': { color: theme.vars.palette.text.secondary },
  '& td[data-none]': { color: theme.vars.palette.text.secondary },
}))

interface Props {
  metric: Metric
  unit: string | null
  range: Range
  lines: readonly ChartLine[]
  times: readonly number[]
  /** Those of the times that are shown, newest first. */
  places: readonly number[]
  onCopy: (text: string) => void
}

/** The data of a chart as a table: for screen readers, and for copying. */
export function ChartTable({ metric, unit, range, lines, times, places, onCopy }: Props) {
  const { t } = useTranslation('charts')
  const charts = useChartFormats()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? places : places.slice(0, firstRows)
  const newest = times[places[0] ?? 0] ?? 0
  const head = t('timeHead', { zone: charts.zone(newest) })
  const copy = () =>
    onCopy(
      tableText(lines, times, places, {
        head,
        timeText: charts.full,
        valueText: (value) => charts.value(metric, value),
        none: '',
      }),
    )
  return (
    <Paper variant="outlined" sx={{ mb: 5, overflow: 'clip' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 4 }}>
        <Typography id={id} variant="h6" component="h2">
          {t(`metric.${metric}`)}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ marginInlineEnd: 'auto' }}>
          {metric === 'power' ? (unit ?? t('about.power')) : t(`about.${metric}`)}
        </Typography>
        <Button size="small" startIcon={<ContentCopyRounded />} onClick={copy}>
          {t('copyTable')}
        </Button>
      </Box>
      <Box role="region" aria-labelledby={id} tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {lines.map((line) => (
                <th key={line.id} scope="col">
                  <bdi>{line.name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((place) => {
              const at = times[place] ?? 0
              return (
                <tr key={at}>
                  <th scope="row">{charts.moment(at, range)}</th>
                  {lines.map(({ id: line, values }) => {
                    const value = values[place] ?? null
                    return value === null ? (
                      <td key={line} data-none="">
                        {t('noData')}
                      </td>
                    ) : (
                      <td key={line}>{charts.value(metric, value)}</td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </Table>
      </Box>
      {shown.length < places.length ? (
        <Box sx={{ p: 3, textAlign: 'center' }}>
          <Button variant="text" size="small" onClick={() => setWhole(true)}>
            {t('everyRow', { count: places.length })}
          </Button>
        </Box>
      ) : null}
    </Paper>
  )
}

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { minHeight: 'max(28px, 1.75rem)' },
}))

/** What the charts mark, as a list below their tables. */
export function ChartEvents({ marks }: { marks: readonly ChartMark[] }) {
  const { t } = useTranslation('charts')
  const id = useId()
  if (marks.length === 0) return null
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 4 }}>
      <Typography id={id} variant="h6" component="h2">
        {t('events')}
      </Typography>
      <List aria-labelledby={id}>
        {marks.map(({ at, text }) => (
          <li key={`${at} ${text}`}>{text}</li>
        ))}
      </List>
    </Paper>
  )
}

/** Places of the points of a part of the time, newest first, as the table has them. */
export function placesIn(times: readonly number[], { from, to }: { from: number; to: number }): number[] {
  const places: number[] = []
  for (let place = times.length - 1; place >= 0; place -= 1) {
    const at = times[place] ?? 0
    if (at >= from && at <= to) places.push(place)
  }
  return places
}

interface TableTexts {
  head: string
  timeText: (at: number) => string
  valueText: (value: number) => string
  none: string
}

/** A table as text, with tabs between its cells, as spreadsheets take it. */
export function tableText(
  lines: readonly ChartLine[],
  times: readonly number[],
  places: readonly number[],
  { head, timeText, valueText, none }: TableTexts,
): string {
  const rows = places.map((place) => [
    timeText(times[place] ?? 0),
    ...lines.map(({ values }) => {
      const value = values[place] ?? null
      return value === null ? none : valueText(value)
    }),
  ])
  return [[head, ...lines.map(({ name }) => cell(name))], ...rows].map((row) => row.join('\t')).join('\n')
}

/** Monikers are written by others: no cell ends in one, and a spreadsheet takes none for a formula. */
function cell(name: string): string {
  const text = name.replaceAll(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}
