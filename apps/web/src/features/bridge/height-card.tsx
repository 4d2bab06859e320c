import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { BridgeDetails, BridgeEvent } from '@roundsman/contract/bridges/bridge-details'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { lazy, Suspense, use, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import {
  type ChartLine,
  type ChartMark,
  type ChartModel,
  createPointed,
  type Gap,
  gapsOf,
  type MarkTone,
  nearestIndex,
  newestOf,
  type PointedStore,
} from '../../charts/chart-model.ts'
import { LineGlyph, lineSheet } from '../../charts/line-theme.tsx'
import { type Part, wholePoints } from '../../charts/zoom.ts'
import { createZoneOffset, TimeZoneContext, useFormats } from '../../i18n/formats.ts'
import { shortPeerId } from '../../parts/bridges/bridge-facts.ts'
import { Card } from '../../ui/page/card.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  bridge: Pick<Bridge, 'name' | 'peer_id'>
  details: Pick<BridgeDetails, 'heights' | 'timeline'>
}

/** A day of the bridge's height against the network's. */
export function HeightCard({ bridge, details: { heights, timeline } }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const [zoom, setZoom] = useState<Part | null>(null)
  const name = bridge.name ?? shortPeerId(bridge.peer_id)
  const data = useMemo(
    () =>
      heightData(heights, timeline, { bridge: name, network: t('day.network') }, (kind) =>
        t(`event.${kind}`),
      ),
    [heights, timeline, name, t],
  )
  const part = zoom === null || data === null ? null : wholePoints(zoom, data.times)
  return (
    <Card
      title={t('day.title')}
      note={t('day.note', { step: formats.duration(heights.step) })}
      action={
        part === null ? null : (
          <Button variant="text" size="small" onClick={() => setZoom(null)}>
            {t('day.whole')}
          </Button>
        )
      }
    >
      {data === null ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('day.none', { step: formats.duration(heights.step) })}
        </Typography>
      ) : (
        <HeightChart data={data} part={part} onZoom={setZoom} />
      )}
    </Card>
  )
}

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
const ChartColors = styled('div')({ '--line-0': 'var(--chart-text)', '--line-1': 'var(--line-only)' })
const plotHeight = 220
/** Heights that the axis has at the least: with fewer a block is a cliff. */
const leastBlocks = 20
/** Px of a digit of the axis, and beside all of them. */
const digit = 6.6
const around = 10

/** The lines of both heights, with the key to them. */
function HeightChart({ data, part, onZoom }: HeightChartProps) {
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
      ...data,
      letters,
      direction,
      timeText,
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
      <ChartColors>
        <Suspense fallback={<Skeleton variant="rounded" height={plotHeight} />}>
          <TimeChart
            label={t('day.title')}
            model={model}
            height={plotHeight}
            pointed={pointed}
            valueText={valueText}
            onZoom={(from, to) => onZoom(wholePoints({ from, to }, model.times) ?? part)}
            onReset={() => onZoom(null)}
          />
        </Suspense>
        <HeightKey data={data} pointed={pointed} timeText={model.cursorText} textOf={textOf} />
      </ChartColors>
    </Frame>
  )
}

interface HeightKeyProps {
  data: HeightData
  pointed: PointedStore
  /** Unix seconds. */
  timeText: (at: number) => string
  textOf: (value: number | null) => string
}

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 20px',
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& bdi': { overflowWrap: 'anywhere' },
  '& span': { fontWeight: 500, whiteSpace: 'nowrap', color: theme.vars.palette.text.primary },
}))

/** Both heights and the lag at the cursor, else the newest ones. */
function HeightKey({ data, pointed, timeText, textOf }: HeightKeyProps) {
  const { t } = useTranslation('bridges')
  const { at } = useSyncExternalStore(pointed.subscribe, pointed.get)
  const { times, newest } = data
  const place = nearestIndex(times, at ?? newest) ?? -1
  const time = timeText(times[place] ?? newest)
  const [network, bridge] = data.lines
  return (
    <List>
      <li>{at === null ? t('day.newestAt', { time }) : t('day.at', { time })}</li>
      {[bridge, network].map(({ id, styleIndex, name, values }) => (
        <li key={id}>
          <LineGlyph index={styleIndex} />
          <bdi>{name}</bdi>
          <span>{textOf(values[place] ?? null)}</span>
        </li>
      ))}
      <li>
        {t('detail.lag')} <span>{textOf(lagAt(data, place))}</span>
      </li>
    </List>
  )
}

/** A day of a bridge, as a chart takes it. */
interface HeightData {
  /** Unix seconds. */
  times: readonly number[]
  /** The network's, and over it the bridge's own. */
  lines: readonly [network: ChartLine, bridge: ChartLine]
  gaps: readonly Gap[]
  marks: readonly ChartMark[]
  /** Of the newest point; Unix seconds. */
  newest: number
}

/** What is marked: what makes the line fall behind, or end; a restart alone is nothing bad. */
const marked: Partial<Record<BridgeEvent['kind'], MarkTone>> = {
  restarted: 'info',
  stalled: 'error',
  silent: 'error',
}

/**
 * The height of a bridge beside the network's, by the points of the answer. What was not measured is a hole.
 *
 * @param names of the two lines
 * @param markText the words for what happened
 * @returns null where no height of the bridge was measured
 */
export function heightData(
  { points }: BridgeDetails['heights'],
  timeline: readonly BridgeEvent[],
  names: { bridge: string; network: string },
  markText: (kind: BridgeEvent['kind']) => string,
): HeightData | null {
  const times = points.map(([at]) => at)
  const network = { id: 1, name: names.network, styleIndex: 0, values: points.map(([, , height]) => height) }
  const bridge = { id: 2, name: names.bridge, styleIndex: 1, values: points.map(([, height]) => height) }
  const newest = newestOf([network, bridge], times)
  const [first] = times
  if (first === undefined || newest === null || bridge.values.every((height) => height === null)) return null
  const marks = timeline
    .flatMap(({ kind, at }) => {
      const seconds = Date.parse(at) / 1_000
      const tone = marked[kind]
      return tone && seconds >= first ? [{ at: seconds, text: markText(kind), tone }] : []
    })
    // Words are laid from left to right.
    .toSorted((a, b) => a.at - b.at)
  return { times, lines: [network, bridge], gaps: gapsOf([network, bridge], times), marks, newest }
}

/** Blocks that the bridge was behind at a point; null where one of the heights is not known, or neither is believed. */
export function lagAt({ lines: [network, bridge] }: Pick<HeightData, 'lines'>, place: number): number | null {
  const [all, own] = [network.values[place] ?? null, bridge.values[place] ?? null]
  return all === null || own === null || own > all ? null : all - own
}
