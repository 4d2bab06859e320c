import { type RefObject, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ChartLine, ChartMark } from '../../charts/chart-model.ts'
import { lineColor, lineStyleOf, markColor, markerPaths } from '../../charts/line-theme.tsx'
import { csvText, fileTime, saveFile } from '../../data/browser/files.ts'
import { useServices } from '../../data/services/services.ts'
import { useCopy } from '../../ui/controls/copy.tsx'
import { showError } from '../../ui/toast.ts'
import { useChartFormats } from './chart-formats.ts'
import { placesIn } from './chart-table.tsx'
import { type Metric, metricNames } from './charts-view.ts'
import type { PointSeries, ShownCharts } from './shown-charts.ts'

export interface ChartsActions {
  copy: (text: string) => void
  copyLink: () => void
  /** null where there is nothing to save. */
  savePng: (() => void) | null
  saveCsv: (() => void) | null
}

/**
 * Copying and saving what the charts show.
 *
 * @param marks what the plots mark, which the picture says in words
 * @param frame what the plots stand in, for the picture
 */
export function useChartsActions(
  shown: ShownCharts | null,
  marks: readonly ChartMark[],
  frame: RefObject<HTMLElement | null>,
  isTable: boolean,
): ChartsActions {
  const { t } = useTranslation('charts')
  const formats = useChartFormats()
  const copy = useCopy()
  const { network, serverTime } = useServices()
  return useMemo(() => {
    const failed = () => showError(t('saveFailed'))
    const saveCsv = ({ times, measured, part, range }: ShownCharts) => {
      const places = placesIn(times, part).toReversed()
      saveFile(
        chartsFileName(network.host, range, serverTime.now(), 'csv'),
        chartsCsv(times, places, measured),
      )
    }
    const savePng = async ({ measured, part, range, unit }: ShownCharts, host: HTMLElement) => {
      const style = getComputedStyle(host)
      const day = (at: number) => formats.moment(at, '30d')
      const color = (variable: string) => style.getPropertyValue(variable).trim()
      const lines = measured[0]?.lines ?? []
      const picture = await chartsPicture({
        title: network.name,
        note: `${day(part.from)} – ${day(part.to)} ${formats.zone(part.to)}`,
        charts: measured.flatMap(({ metric }) => {
          const canvas = host.querySelector<HTMLCanvasElement>(`[data-metric="${metric}"] canvas`)
          const note = metric === 'power' ? (unit ?? t('about.power')) : t(`about.${metric}`)
          return canvas ? [{ title: t(`metric.${metric}`), note, canvas }] : []
        }),
        lines: lines.map(({ name, styleIndex }) => ({
          name,
          color: color(lineColor(styleIndex, lines.length)),
          dash: lineStyleOf(styleIndex).dash,
          marker: markerPaths[lineStyleOf(styleIndex).marker],
        })),
        marks: marks.map(({ text, tone }) => ({ name: text, color: color(markColor(tone)) })),
        colors: { ground: color('--chart-ground'), text: style.color, quiet: color('--chart-text') },
      })
      saveFile(chartsFileName(network.host, range, serverTime.now(), 'png'), picture)
    }
    return {
      copy,
      copyLink: () => copy(window.location.href),
      saveCsv: shown === null ? null : () => saveCsv(shown),
      savePng:
        shown === null || isTable
          ? null
          : () => {
              if (frame.current) void savePng(shown, frame.current).catch(failed)
            },
    }
  }, [t, formats, copy, network, serverTime, shown, marks, frame, isTable])
}

interface Measured {
  metric: Metric
  lines: readonly Pick<ChartLine, 'id' | 'name'>[]
  /** As the server answered it, in the contract's units. */
  series: readonly PointSeries[]
}

/**
 * What the charts show as RFC 4180 text in the contract's words and units, which are not always those of the screen: a
 * row for each point in time and validator, oldest first, a column for each metric; what was not measured stays empty.
 *
 * @param places the part of `times` that is shown
 */
export function chartsCsv(
  times: readonly number[],
  places: readonly number[],
  measured: readonly Measured[],
): string {
  const lines = measured[0]?.lines ?? []
  const byMetric = measured.map(
    ({ series }) => new Map(series.map(({ validator_id: id, points }) => [id, new Map(points)])),
  )
  return csvText(
    ['time', 'validator_id', 'moniker', ...measured.map(({ metric }) => metricNames[metric])],
    places.flatMap((place) =>
      lines.map(({ id, name }) => [
        new Date((times[place] ?? 0) * 1_000).toISOString().replace('.000', ''),
        id,
        name,
        ...byMetric.map((known) => known.get(id)?.get(times[place] ?? 0) ?? null),
      ]),
    ),
  )
}

/** `celestia.example.org-charts-24h-2026-11-21T120000Z.csv` */
export function chartsFileName(host: string, range: string, now: number, ending: 'csv' | 'png'): string {
  return `${host}-charts-${range}-${fileTime(now)}.${ending}`
}

interface Picture {
  /** What stands above the charts, and of which time they are. */
  title: string
  note: string
  /** Each metric with its words and its plot as it is on the screen. */
  charts: readonly { title: string; note: string; canvas: HTMLCanvasElement }[]
  /** The key: name and color of each line, dashed or not. */
  lines: readonly { name: string; color: string; dash: [number, number] | null; marker: string }[]
  /** What the plots mark, in words: those of the page are not part of them. */
  marks: readonly { name: string; color: string }[]
  colors: { ground: string; text: string; quiet: string }
}

const font = '"Inter Variable", Inter, system-ui, sans-serif'
const edge = 24
const head = 44
const row = 24

/** The charts of the page below each other with the key to their lines and marks, as a picture (PNG). */
async function chartsPicture({ title, note, charts, lines, marks, colors }: Picture): Promise<Blob> {
  const ratio = window.devicePixelRatio || 1
  const plots = charts.map((chart) => ({ ...chart, height: chart.canvas.height / ratio }))
  const width = Math.max(...charts.map(({ canvas }) => canvas.width / ratio)) + 2 * edge
  const keyRows = placeKey([...lines, ...marks], width - 2 * edge)
  const last = keyRows.at(-1)
  const keyHeight = last === undefined ? 0 : last.y + row
  const height = edge + head + keyHeight + plots.reduce((sum, plot) => sum + head + plot.height, 0) + edge
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures.')
  context.scale(ratio, ratio)
  context.fillStyle = colors.ground
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  const first = { y: edge + 14, size: 18, weight: 600, color: colors.text }
  const named = drawText(context, title, { ...first, x: edge })
  drawText(context, note, { ...first, x: edge + named + 12, size: 13, weight: 400, color: colors.quiet })
  let top = edge + head
  for (const { entry, x, y } of keyRows) {
    const at = { x: x + edge, y: y + top + row / 2 }
    if ('marker' in entry) drawLine(context, entry, at)
    else drawMark(context, entry.color, at)
    drawText(context, entry.name, { ...at, x: at.x + glyph, size: 13, weight: 400, color: colors.text })
  }
  top += keyHeight
  for (const plot of plots) {
    const at = { x: edge, y: top + head / 2 }
    const taken = drawText(context, plot.title, { ...at, size: 15, weight: 600, color: colors.text })
    drawText(context, plot.note, {
      x: edge + taken + 10,
      y: at.y,
      size: 12,
      weight: 400,
      color: colors.quiet,
    })
    context.drawImage(plot.canvas, edge, top + head, plot.canvas.width / ratio, plot.height)
    top += head + plot.height
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))),
      'image/png',
    )
  })
}

type Line = Picture['lines'][number]
/** A line, or what has no marker: a mark. */
type KeyEntry = Line | Picture['marks'][number]
interface Point {
  x: number
  y: number
}
const glyph = 30

/** Names one after the other, in as many rows as they need. */
function placeKey(entries: readonly KeyEntry[], width: number) {
  const measure = document.createElement('canvas').getContext('2d')
  if (measure) measure.font = `400 13px ${font}`
  let x = 0
  let y = 0
  return entries.map((entry) => {
    const taken = glyph + (measure?.measureText(entry.name).width ?? 0) + 20
    if (x > 0 && x + taken > width) {
      x = 0
      y += row
    }
    const placed = { entry, x, y }
    x += taken
    return placed
  })
}

function drawLine(context: CanvasRenderingContext2D, { color, dash, marker }: Line, { x, y }: Point): void {
  context.save()
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = 1.9
  context.setLineDash(dash ?? [])
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + 22, y)
  context.stroke()
  context.translate(x + 11, y)
  context.fill(new Path2D(marker))
  context.restore()
}

/** As the plots draw it: upright, dashed. */
function drawMark(context: CanvasRenderingContext2D, color: string, { x, y }: Point): void {
  context.save()
  context.strokeStyle = color
  context.lineWidth = 1.4
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(x + 11, y - 8)
  context.lineTo(x + 11, y + 8)
  context.stroke()
  context.restore()
}

interface Style {
  x: number
  y: number
  size: number
  weight: number
  color: string
}

/** Returns how wide the words are. */
function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, size, weight, color }: Style,
): number {
  context.font = `${weight} ${size}px ${font}`
  context.fillStyle = color
  context.fillText(text, x, y)
  return context.measureText(text).width
}
