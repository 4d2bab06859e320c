import type uPlot from 'uplot'
import { type NiceScale, niceScale, ticksOf, timeTicks } from './axes.ts'
import { type ChartLine, type ChartModel, type MarkTone, markTones, pointsOf } from './chart-model.ts'
import { lineColor, lineStyleOf, markerPaths, mostColored } from './line-theme.tsx'

/** What a plot asks while it draws: always of the newest model. */
interface PlotSource {
  model: () => ChartModel
  /** The color of a variable, in the scheme of the page. */
  color: (variable: string) => string
  /** Whether somebody points at the line. */
  isPointed: (line: number) => boolean
  onZoom: (from: number, to: number) => void
  onReset: () => void
  onCursor: (at: number | null) => void
  hooks: Pick<uPlot.Hooks.Arrays, 'drawAxes' | 'draw'>
}

/** Px between two ticks at the least, with letters of the usual size. */
const roomForTime = 92
const axisLetters = 12
/** Px of the axis of values: the same in charts below each other, whose times are to be in line. */
const usualAxisRoom = 62
/** Of the height, above and below: half of a line at the end of the axis would be cut off. */
const edge = 0.012
/** A shorter drag is a click that slipped. */
const shortestDrag = 8

/** The options of uPlot for a chart of ours; everything that changes is asked for while drawing. */
export function plotOptions(source: PlotSource, size: { width: number; height: number }): uPlot.Options {
  let axis: NiceScale = { min: 0, max: 1, step: 1 }
  const { letters, direction, lines, axisRoom = usualAxisRoom } = source.model()
  // In whole px: uPlot finds the size by its digits, and would multiply what follows a point by the density alone.
  const font = `${Math.round(axisLetters * letters)}px "Inter Variable", Inter, system-ui, sans-serif`
  const text = () => source.color('--chart-text')
  const grid = { stroke: () => source.color('--chart-grid'), width: 1 }
  return {
    ...size,
    legend: { show: false },
    padding: [10, direction === 'ltr' ? 20 : 0, 0, direction === 'ltr' ? 0 : 20],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: shortestDrag },
      bind: {
        dblclick: () => () => {
          source.onReset()
          return null
        },
      },
    },
    scales: {
      x: { time: false, range: () => [source.model().from, source.model().to] },
      y: {
        range: (_plot, low, high) => {
          axis = niceScale(known(low), known(high), source.model().rules)
          const pad = (axis.max - axis.min) * edge
          return [axis.min - pad, axis.max + pad]
        },
      },
    },
    axes: [
      {
        font,
        stroke: text,
        grid: { show: false },
        ticks: { show: false },
        gap: 8,
        size: 30 * letters,
        splits: (plot) => ticksOfTime(plot, source.model()).ticks,
        values: (plot, ticks) => {
          const { step } = ticksOfTime(plot, source.model())
          return ticks.map((at) => source.model().timeText(at, step))
        },
      },
      {
        font,
        stroke: text,
        grid,
        ticks: { show: false },
        gap: 8,
        size: axisRoom * letters,
        side: direction === 'ltr' ? 3 : 1,
        splits: () => ticksOf(axis),
        values: (_plot, ticks) => ticks.map((value) => source.model().tickText(value, axis.step)),
      },
    ],
    series: [{}, ...lines.map((line, index) => seriesOf(source, line, index))],
    hooks: {
      ...source.hooks,
      setCursor: [
        ({ cursor, data }) =>
          source.onCursor(
            cursor.idx == null || (cursor.left ?? -1) < 0 ? null : (data[0][cursor.idx] ?? null),
          ),
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < shortestDrag) return
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          source.onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'))
        },
      ],
    },
  }
}

function seriesOf(source: PlotSource, { id, styleIndex }: ChartLine, index: number): uPlot.Series {
  const { dash, color } = lineStyleOf(styleIndex)
  const stroke = () => {
    const { lines } = source.model()
    return source.color(
      lines.length > 1 && source.isPointed(id) ? color : lineColor(styleIndex, lines.length),
    )
  }
  return {
    stroke,
    width: 1.9,
    ...(dash ? { dash } : {}),
    points: {
      show: false,
      width: 0,
      fill: stroke,
      paths: pointPaths(source.model, index),
      filter: () => shownPoints(source.model(), index),
    },
  }
}

const known = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)

function ticksOfTime({ width }: uPlot, { from, to, offsetOf, letters }: ChartModel) {
  // By the whole of it: while it is laid out for the first time its inside has no width yet.
  return timeTicks({ from, to }, Math.max(1, width / letters / roomForTime - 1), offsetOf)
}

/** Px from the middle of a circle to its edge, and from that of a marker to the farthest of its own. */
const radius = 3
const reach = 5

/** Points that are drawn of a line, in the part that is shown. */
export function shownPoints({ times, lines, from, to }: ChartModel, line: number): number[] {
  const values = lines[line]?.values ?? []
  const inside = values.map((value, place) => {
    const at = times[place]
    return at !== undefined && at >= from && at <= to ? value : null
  })
  return pointsOf(inside)
}

/**
 * Circles, and where a line ends its marker: it is told from the others by that where colors say nothing. Of so many
 * lines that none has a color markers would lie on each other.
 */
function pointPaths(model: () => ChartModel, line: number): uPlot.Series.Points.PathBuilder {
  return ({ bbox, valToPos, data }, _series, _from, _to, places) => {
    const { lines } = model()
    const styleIndex = lines[line]?.styleIndex ?? line
    const ratio = window.devicePixelRatio || 1
    const fill = new Path2D()
    const last = places?.at(-1)
    for (const place of places ?? []) {
      const [at, value] = [data[0][place], data[line + 1]?.[place]]
      if (at === undefined || value == null) continue
      const [x, y] = [valToPos(at, 'x', true), valToPos(value, 'y', true)]
      if (place === last && lines.length > 1 && lines.length <= mostColored)
        fill.addPath(
          new Path2D(markerPaths[lineStyleOf(styleIndex).marker]),
          new DOMMatrix([ratio, 0, 0, ratio, x, y]),
        )
      else {
        fill.moveTo(x + radius * ratio, y)
        fill.arc(x, y, radius * ratio, 0, 2 * Math.PI)
      }
    }
    const clip = new Path2D()
    const room = reach * ratio
    clip.rect(bbox.left - room, bbox.top - room, bbox.width + 2 * room, bbox.height + 2 * room)
    return { fill, clip }
  }
}

/** Px between the lines of a hatch. */
const hatch = 7

/** What is drawn below the lines: a hatch over the times in which nothing was measured. */
export function drawGaps({ ctx, bbox, valToPos }: uPlot, { gaps }: ChartModel, color: string): void {
  const ratio = window.devicePixelRatio || 1
  for (const { from, to } of gaps) {
    const left = Math.max(bbox.left, valToPos(from, 'x', true))
    const right = Math.min(bbox.left + bbox.width, valToPos(to, 'x', true))
    if (right - left < 1) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, right - left, bbox.height)
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < right; x += hatch * ratio) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.lineWidth = ratio
    ctx.strokeStyle = color
    ctx.stroke()
    ctx.restore()
  }
}

/** What is drawn above the lines: when something happened. */
export function drawMarks(
  { ctx, bbox, valToPos }: Pick<uPlot, 'ctx' | 'bbox' | 'valToPos'>,
  { marks }: Pick<ChartModel, 'marks'>,
  colorOf: (tone: MarkTone) => string,
): void {
  const ratio = window.devicePixelRatio || 1
  ctx.save()
  ctx.setLineDash([3 * ratio, 3 * ratio])
  ctx.lineWidth = 1.4 * ratio
  const laid = markTones.flatMap((tone) => marks.filter((mark) => mark.tone === tone))
  for (const { at, tone } of laid) {
    const x = valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = colorOf(tone)
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
