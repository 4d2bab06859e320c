import type uPlot from 'uplot'
import { type ChartModel, nearestIndex } from './chart-model.ts'
import { lineStyleOf, markerPaths, mostColored } from './line-theme.tsx'

const svgName = 'http://www.w3.org/2000/svg'

/** What lies over a plot: the cursor with a marker on each line, and words. Moves without drawing the plot anew. */
interface Overlay {
  /** The cursor at a time (Unix seconds), or nowhere. */
  point(at: number | null, isPointed: (line: number) => boolean): void
  /** Words beside gaps and events, after the plot was drawn with other data. */
  place(): void
}

export function createOverlay(plot: uPlot, model: () => ChartModel): Overlay {
  const svg = document.createElementNS(svgName, 'svg')
  Object.assign(svg.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    overflow: 'visible',
    pointerEvents: 'none',
  })
  const tag = createLabel('tag')
  // Here, since a sheet would be turned with the page.
  tag.style.transform = 'translateX(-50%)'
  const labels = document.createElement('div')
  labels.style.pointerEvents = 'none'
  plot.over.append(svg, labels, tag)

  function shape(
    name: string,
    attributes: Record<string, string>,
    style: Partial<CSSStyleDeclaration>,
  ): void {
    const element = document.createElementNS(svgName, name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    Object.assign(element.style, style)
    svg.append(element)
  }

  return {
    point(at, isPointed) {
      svg.replaceChildren()
      const { times, lines, from, to, cursorText } = model()
      const place = at === null ? null : nearestIndex(times, at)
      const time = place === null ? undefined : times[place]
      tag.hidden = place === null || time === undefined || time < from || time > to
      if (tag.hidden || place === null || time === undefined) return
      const x = Math.round(plot.valToPos(time, 'x'))
      const { clientWidth: width, clientHeight: height } = plot.over
      shape('path', { d: `M${x} 0V${height}` }, { stroke: 'var(--chart-text)', strokeWidth: '1' })
      for (const { id, styleIndex, values } of lines) {
        const value = values[place] ?? null
        if (value === null || (lines.length > mostColored && !isPointed(id))) continue
        const { marker, color } = lineStyleOf(styleIndex)
        const only = lines.length === 1 ? '--line-only' : color
        shape(
          'path',
          { d: markerPaths[marker], transform: `translate(${x} ${plot.valToPos(value, 'y')})` },
          { fill: `var(${only})`, stroke: 'var(--chart-ground)', strokeWidth: '2', paintOrder: 'stroke' },
        )
      }
      tag.textContent = cursorText(time)
      const half = tag.offsetWidth / 2
      tag.style.left = `${Math.min(Math.max(x, half), Math.max(half, width - half))}px`
    },
    place() {
      labels.replaceChildren()
      const { gaps, gapText, marks } = model()
      const width = plot.over.clientWidth
      const widest =
        gapText === null ? [] : [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 2)
      for (const gap of widest)
        put(createLabel('gap'), gapText?.(gap) ?? '', {
          after: plot.valToPos(gap.to, 'x'),
          before: plot.valToPos(gap.from, 'x'),
        })
      let last = 0
      for (const { at, text, tone } of gapText === null
        ? []
        : marks.filter(({ silent }) => silent !== true)) {
        const x = plot.valToPos(at, 'x')
        // Words of events that are close together would lie on each other; the page's tables have all of them.
        if (x < last || x > width) continue
        const element = createLabel('mark')
        element.dataset['tone'] = tone
        last = put(element, text, { after: x, before: x }, last)
      }

      /** Behind the place where there is room, else before it, but not over what ends at `from`. Returns where it ends. */
      function put(
        element: HTMLElement,
        text: string,
        beside: { after: number; before: number },
        from = 0,
      ): number {
        element.textContent = text
        labels.append(element)
        const own = element.offsetWidth + 6
        if (beside.after + own <= width) {
          element.style.left = `${Math.max(0, beside.after) + 6}px`
          return beside.after + own
        }
        if (beside.before - own >= from) {
          element.style.left = `${beside.before - own}px`
          return beside.before
        }
        element.remove()
        return from
      }
    },
  }
}

function createLabel(kind: 'tag' | 'gap' | 'mark'): HTMLElement {
  const element = document.createElement('div')
  element.dataset['label'] = kind
  element.hidden = kind === 'tag'
  return element
}
