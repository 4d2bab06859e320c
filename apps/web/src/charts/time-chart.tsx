import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type ChartModel, markTones, nearestIndex, type PointedStore } from './chart-model.ts'
import { createPlot, type Plot } from './plot.ts'
import { zoomedIn, zoomedOut } from './zoom.ts'
import { styled } from '../ui/theme/styled.tsx'

interface TimeChartProps {
  /** What the chart is of. */
  label: string
  model: ChartModel
  /** Px at the least; where what stands beside it is higher, so is the chart. */
  height: number
  pointed: PointedStore
  /** All values at a time, for screen readers. */
  valueText: (at: number) => string
  /** Unix seconds. */
  onZoom: (from: number, to: number) => void
  onReset: () => void
}

/** Time runs from left to right in every language, and so does what is laid over it. */
const Host = styled('div')(({ theme }) => ({
  direction: 'ltr',
  position: 'relative',
  height: '100%',
  // What is drawn takes its size from here, and never gives it one.
  '& > .uplot': { position: 'absolute', inset: 0 },
  '& .u-over': { cursor: 'crosshair' },
  '& .u-select': { backgroundColor: theme.vars.palette.text.primary, opacity: 0.09 },
  '& [data-label]': { position: 'absolute', whiteSpace: 'nowrap', pointerEvents: 'none' },
  '& [data-label="tag"]': {
    ...theme.typography.caption,
    top: 'calc(100% + 5px)',
    padding: '2px 8px',
    borderRadius: 5,
    fontWeight: 600,
    color: theme.vars.palette.background.paper,
    backgroundColor: theme.vars.palette.text.primary,
    zIndex: 1,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  '& [data-label="gap"]': {
    ...theme.typography.caption,
    bottom: 4,
    padding: '0 2px',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& [data-label="mark"]': {
    ...theme.typography.caption,
    top: 4,
    padding: '2px 8px',
    borderRadius: 6,
    fontWeight: 550,
  },
  ...Object.fromEntries(
    markTones.map((tone) => {
      const { main, tint } = theme.vars.palette[tone]
      return [`& [data-tone="${tone}"]`, { color: main, backgroundColor: tint }]
    }),
  ),
}))

/** Lines over time. Loaded with what draws them (uPlot), after the page. */
export function TimeChart({ label, model, height, pointed, valueText, onZoom, onReset }: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  // The font and the lines with their styles belong to the plot; everything else it is shown.
  const lines = model.lines.map(({ id, styleIndex }) => `${id} ${styleIndex}`).join()
  const { direction, letters } = model
  const zoom = useEffectEvent(onZoom)
  const reset = useEffectEvent(onReset)
  const create = useEffectEvent((element: HTMLElement) =>
    createPlot({
      host: element,
      model,
      pointed,
      onZoom: (from, to) => zoom(from, to),
      onReset: () => reset(),
    }),
  )
  useEffect(() => {
    if (host.current === null) return
    const created = create(host.current)
    plot.current = created
    return () => {
      plot.current = null
      created.destroy()
    }
  }, [lines, direction, letters, pointed])
  useEffect(() => plot.current?.show(model), [model])
  return (
    <CursorKeys
      label={label}
      model={model}
      pointed={pointed}
      valueText={valueText}
      onZoom={onZoom}
      onReset={onReset}
    >
      <Host ref={host} aria-hidden style={{ minHeight: height }} />
    </CursorKeys>
  )
}

interface CursorKeysProps {
  label: string
  model: ChartModel
  pointed: PointedStore
  valueText: (at: number) => string
  onZoom: (from: number, to: number) => void
  onReset: () => void
  children: ReactNode
}

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  borderRadius: 6,
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: 2,
    '@media (forced-colors: active)': { outlineColor: 'Highlight' },
  },
}))

/** Points that a page key moves by. */
const page = 10

/**
 * The cursor of a chart by keyboard: arrows go from point to point, with Page Up and Down by ten, Home and End to the
 * first and the newest; + and - zoom, Escape takes cursor and zoom back. Screen readers announce the values of each point.
 */
function CursorKeys({ label, model, pointed, valueText, onZoom, onReset, children }: CursorKeysProps) {
  const at = useSyncExternalStore(pointed.subscribe, () => pointed.get().at)
  const { times, from, to } = model
  const first = times.findIndex((time) => time >= from)
  const last = times.findLastIndex((time) => time <= to)
  const place = (at === null ? null : nearestIndex(times, at)) ?? last
  const press = (event: KeyboardEvent) => {
    // Those are the browser's: its own zoom, the page before.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -page,
      PageUp: page,
      Home: first - place,
      End: last - place,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      // The first press shows the cursor where it is spoken of.
      const next = at === null && Math.abs(step) <= page ? place : place + step
      pointed.point({ at: times[Math.min(last, Math.max(first, next))] ?? null })
    } else if (event.key === '+' || event.key === '=') {
      const part = zoomedIn({ from, to }, times[place] ?? to, times)
      if (part) onZoom(part.from, part.to)
    } else if (event.key === '-') {
      const part = zoomedOut({ from, to }, times)
      if (part) onZoom(part.from, part.to)
      else onReset()
    } else if (event.key === 'Escape') {
      if (at === null) onReset()
      else pointed.point({ at: null, line: null })
    } else return
    event.preventDefault()
  }
  const time = times[place]
  return (
    <Frame
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, times.length - 1)}
      aria-valuenow={Math.max(0, place)}
      aria-valuetext={time === undefined ? '' : valueText(time)}
      onKeyDown={press}
      onBlur={() => pointed.point({ at: null })}
    >
      {children}
    </Frame>
  )
}
