import 'uplot/dist/uPlot.min.css'
import UPlot from 'uplot'
import type { default as uPlot } from 'uplot'
import { watchColors } from '../ui/use-measured.ts'
import { type ChartModel, nearestIndex, type PointedStore } from './chart-model.ts'
import { markColor, mostColored } from './line-theme.tsx'
import { createOverlay } from './overlay.ts'
import { drawGaps, drawMarks, plotOptions } from './plot-options.ts'
import { listenToFingers, type Part, wholePoints } from './zoom.ts'

/** A chart that is there. */
export interface Plot {
  /** Shows other values of the same lines; whatever did not change stays as it is on the screen. */
  show(model: ChartModel): void
  destroy(): void
}

interface Deps {
  host: HTMLElement
  model: ChartModel
  pointed: PointedStore
  onZoom: (from: number, to: number) => void
  onReset: () => void
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height })

/** Draws a chart into an element and keeps it as large as that is, in the colors of the page. */
export function createPlot({ host, model, pointed, onZoom, onReset }: Deps): Plot {
  let shown = model
  let colors = new Map<string, string>()
  const color = (variable: string) => {
    const known = colors.get(variable) ?? getComputedStyle(host).getPropertyValue(variable).trim()
    colors.set(variable, known)
    return known
  }
  const isPointed = (line: number) => pointed.get().line === line
  let isOver = false
  const many = () => shown.lines.length > mostColored

  const plot = new UPlot(
    plotOptions(
      {
        color,
        isPointed,
        onZoom,
        onReset,
        model: () => shown,
        onCursor: (at) => {
          // Said anew with each change of the data, also where the pointer is elsewhere.
          if (at === null && !isOver) return
          isOver = at !== null
          const { top = -1 } = plot.cursor
          const line = at !== null && many() ? nearestLine(plot, shown, { top, at }) : null
          pointed.point(many() ? { at, line } : { at })
        },
        hooks: {
          drawAxes: [(drawn) => drawGaps(drawn, shown, color('--chart-quiet'))],
          draw: [
            (drawn) => drawMarks(drawn, shown, (tone) => color(markColor(tone))),
            // Where things stand is known once it is drawn.
            () => {
              overlay.place()
              overlay.point(pointed.get().at, isPointed)
            },
          ],
        },
      },
      sizeOf(host),
    ),
    dataOf(model),
    host,
  )
  const overlay = createOverlay(plot, () => shown)

  let line = pointed.get().line
  const follow = () => {
    const now = pointed.get()
    if (now.line !== line && many()) plot.redraw(false)
    line = now.line
    overlay.point(now.at, isPointed)
  }
  const stop = pointed.subscribe(follow)

  const observer = new ResizeObserver(() => {
    const size = sizeOf(host)
    if (size.width === 0 || (size.width === plot.width && size.height === plot.height)) return
    plot.setSize(size)
  })
  observer.observe(host)
  const stopWatching = watchColors(() => {
    colors = new Map()
    plot.redraw(false)
  })
  let pinchedTo: Part | null = null
  const draw = () => plot.setData(dataOf(shown))
  listenToFingers(plot.over, {
    model: () => shown,
    onPoint: (share) => pointed.point({ at: timeAt(shown, share) }),
    onPinch(part) {
      pinchedTo = part
      shown = { ...shown, ...part }
      pointed.point({ at: null })
      draw()
    },
    onPinched() {
      const part = pinchedTo && wholePoints(pinchedTo, shown.times)
      pinchedTo = null
      if (part === null) return
      shown = { ...shown, ...part }
      draw()
      if (part.from === shown.times[0] && part.to === shown.times.at(-1)) onReset()
      else onZoom(part.from, part.to)
    },
  })

  return {
    show(next) {
      shown = { ...next, ...pinchedTo }
      draw()
    },
    destroy() {
      stop()
      observer.disconnect()
      stopWatching()
      plot.destroy()
    },
  }
}

/** The measured time at a share of the width. */
function timeAt({ times, from, to }: ChartModel, share: number): number | null {
  const place = nearestIndex(times, from + share * (to - from))
  return place === null ? null : (times[place] ?? null)
}

function dataOf({ times, lines }: ChartModel): UPlot.AlignedData {
  return [[...times], ...lines.map(({ values }) => [...values])]
}

/** Px that a pointer may be away from the line that it means. */
const reach = 24

/** The line under the pointer, where there are too many to have a color each; null where none is near. */
function nearestLine(
  plot: Pick<uPlot, 'valToPos'>,
  { times, lines }: ChartModel,
  { top, at }: { top: number; at: number },
): number | null {
  const place = nearestIndex(times, at)
  if (place === null) return null
  let found: number | null = null
  let least = reach
  for (const { id, values } of lines) {
    const value = values[place] ?? null
    if (value === null) continue
    const away = Math.abs(plot.valToPos(value, 'y') - top)
    if (away >= least) continue
    least = away
    found = id
  }
  return found
}
