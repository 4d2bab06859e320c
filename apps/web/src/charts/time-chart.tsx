import { styled } from '@mui/material/styles'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ChartModel, markTones } from './chart-model.ts'
import { CursorKeys } from './cursor-keys.tsx'
import { createPlot, type Plot } from './plot.ts'
import type { PointedStore } from './pointed.ts'

interface Props {
  /** What the chart is of. */
  label: string
  model: ChartModel
  /** Px. */
  height: number
  pointed: PointedStore
  /** All values at a time, for who listens. */
  valueText: (at: number) => string
  /** Unix seconds. */
  onZoom: (from: number, to: number) => void
  onReset: () => void
}

/** Time runs from left to right in every language, and so does what is laid over it. */
const Host = styled('div')(({ theme }) => ({
  direction: 'ltr',
  position: 'relative',
  '& .u-over': { cursor: 'crosshair' },
  '& .u-select': { backgroundColor: theme.vars.palette.text.primary, opacity: 0.09 },
  '& [data-words]': { position: 'absolute', whiteSpace: 'nowrap', pointerEvents: 'none' },
  '& [data-words="tag"]': {
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
  '& [data-words="gap"]': {
    ...theme.typography.caption,
    bottom: 4,
    padding: '0 2px',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& [data-words="mark"]': {
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
export function TimeChart({ label, model, height, pointed, valueText, onZoom, onReset }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  // The font and the lines with their looks belong to the plot; everything else it is shown.
  const lines = model.lines.map(({ id, look }) => `${id} ${look}`).join()
  const { direction, letters } = model
  const zoom = useEffectEvent(onZoom)
  const reset = useEffectEvent(onReset)
  const create = useEffectEvent((element: HTMLElement) =>
    createPlot({
      ...{ host: element, model, height, pointed },
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
  }, [lines, direction, letters, height, pointed])
  useEffect(() => plot.current?.show(model), [model])
  return (
    <CursorKeys {...{ label, model, pointed, valueText, onZoom, onReset }}>
      <Host ref={host} aria-hidden style={{ height }} />
    </CursorKeys>
  )
}
