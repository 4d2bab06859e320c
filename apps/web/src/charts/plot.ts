import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartModel } from './chart-model.ts'
import { drawGaps, drawMarks } from './draw-ground.ts'
import { mostColoured } from './line-looks.ts'
import { nearestLine } from './nearest-line.ts'
import { createOverlay } from './overlay.ts'
import { plotOptions } from './plot-options.ts'
import type { PointedStore } from './pointed.ts'

/** A chart that is there. */
export interface Plot {
  /** Shows other values of the same lines; whatever did not change stays as it is on the screen. */
  show(model: ChartModel): void
  destroy(): void
}

interface Deps {
  host: HTMLElement
  model: ChartModel
  height: number
  pointed: PointedStore
  onZoom: (from: number, to: number) => void
  onReset: () => void
}

/** Draws a chart into an element and keeps it as wide as that is, in the colours of the page. */
export function createPlot({ host, model, height, pointed, onZoom, onReset }: Deps): Plot {
  let shown = model
  let colours = new Map<string, string>()
  const colour = (variable: string) => {
    const known = colours.get(variable) ?? getComputedStyle(host).getPropertyValue(variable).trim()
    colours.set(variable, known)
    return known
  }
  const isPointed = (line: number) => pointed.get().line === line
  let isOver = false
  const many = () => shown.lines.length > mostColoured

  const plot = new UPlot(
    plotOptions(
      {
        ...{ colour, isPointed, onZoom, onReset },
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
          drawAxes: [(drawn) => drawGaps(drawn, shown, colour('--chart-quiet'))],
          draw: [
            (drawn) => drawMarks(drawn, shown, colour('--chart-mark')),
            // Where things stand is known once it is drawn.
            () => {
              overlay.place()
              overlay.point(pointed.get().at, isPointed)
            },
          ],
        },
      },
      { width: host.clientWidth, height },
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
    if (host.clientWidth === 0 || host.clientWidth === plot.width) return
    plot.setSize({ width: host.clientWidth, height })
  })
  observer.observe(host)
  // The scheme is an attribute of the page, and canvases do not hear of variables.
  const looks = new MutationObserver(() => {
    colours = new Map()
    plot.redraw(false)
  })
  looks.observe(document.documentElement, {
    attributeFilter: ['data-scheme', 'data-accent', 'data-skin'],
  })
  // A finger that moves along the chart moves the cursor; up and down it scrolls the page.
  plot.over.style.touchAction = 'pan-y'
  const touch = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const { left } = plot.over.getBoundingClientRect()
    pointed.point({ at: plot.data[0][plot.posToIdx(event.clientX - left)] ?? null })
  }
  plot.over.addEventListener('pointermove', touch)

  return {
    show(next) {
      shown = next
      plot.setData(dataOf(next))
    },
    destroy() {
      stop()
      observer.disconnect()
      looks.disconnect()
      plot.destroy()
    },
  }
}

function dataOf({ times, lines }: ChartModel): UPlot.AlignedData {
  return [[...times], ...lines.map(({ values }) => [...values])]
}
