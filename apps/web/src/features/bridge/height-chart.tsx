import Skeleton from '@mui/material/Skeleton'
import { styled, useTheme } from '@mui/material/styles'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartModel, nearestIndex } from '../../charts/chart-model.ts'
import { lineSheet } from '../../charts/line-looks.ts'
import { createPointed } from '../../charts/pointed.ts'
import { type Part, wholePoints } from '../../charts/zoom.ts'
import { TimeZoneContext, useFormats } from '../../i18n/use-formats.ts'
import { createZoneOffset } from '../../i18n/zone-offset.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { HeightKey } from './height-key.tsx'
import { type HeightData, lagAt } from './height-model.ts'

const TimeChart = lazy(() =>
  import('../../charts/time-chart.tsx').then((file) => ({ default: file.TimeChart })),
)

interface HeightChartProps {
  data: HeightData
  /** The part that is shown; null: the whole day. */
  part: Part | null
  onZoom: (part: Part | null) => void
}

const Frame = styled('div')(({ theme }) => lineSheet(theme))
/** The network is what the bridge is measured by: it stands back. */
const Looks = styled('div')({ '--line-0': 'var(--chart-text)', '--line-1': 'var(--line-only)' })
const plotHeight = 220
/** Heights that the axis has at the least: with fewer a block is a cliff. */
const leastBlocks = 20
/** Px of a digit of the axis, and beside all of them. */
const digit = 6.6
const around = 10

/** The lines of both heights, with the key to them. */
export function HeightChart({ data, part, onZoom }: HeightChartProps) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const { direction } = useTheme()
  const letters = useLetterScale()
  const zone = use(TimeZoneContext)
  const [pointed] = useState(createPointed)
  const model = useMemo((): ChartModel => {
    const { times, lines, newest } = data
    const timeText = (at: number) => formats.shortTime(new Date(at * 1_000).toISOString(), at * 1_000)
    const highest = Math.max(...lines.flatMap(({ values }) => values.map((height) => height ?? 0)))
    return {
      ...{ ...data, letters, direction, timeText },
      from: part?.from ?? times[0] ?? newest,
      to: part?.to ?? times.at(-1) ?? newest,
      rules: { floor: 0, ceiling: Number.MAX_SAFE_INTEGER, leastSpan: () => leastBlocks },
      gapText: ({ from, to }) => t('day.gap', { from: timeText(from), to: timeText(to) }),
      tickText: (height) => formats.integer(height),
      axisRoom: formats.integer(highest).length * digit + around,
      cursorText: timeText,
      offsetOf: createZoneOffset(zone),
    }
  }, [data, part, formats, zone, t, letters, direction])
  const valueText = (at: number) => {
    const place = nearestIndex(model.times, at) ?? -1
    const events = model.marks.flatMap((mark) =>
      nearestIndex(model.times, mark.at) === place ? [mark.text] : [],
    )
    const heights = data.lines.map(({ name, values }) => `${name} ${textOf(values[place] ?? null)}`)
    return [
      model.cursorText(at),
      ...events,
      ...heights,
      `${t('detail.lag')} ${textOf(lagAt(data, place))}`,
    ].join(', ')
  }
  const textOf = (value: number | null) => (value === null ? t('day.noData') : formats.integer(value))
  return (
    <Frame>
      <Looks>
        <Suspense fallback={<Skeleton variant="rounded" height={plotHeight} />}>
          <TimeChart
            label={t('day.title')}
            {...{ model, height: plotHeight, pointed, valueText }}
            onZoom={(from, to) => onZoom(wholePoints({ from, to }, model.times) ?? part)}
            onReset={() => onZoom(null)}
          />
        </Suspense>
        <HeightKey data={data} pointed={pointed} timeText={model.cursorText} textOf={textOf} />
      </Looks>
    </Frame>
  )
}
