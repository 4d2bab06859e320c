import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react'
import { type ChartModel, nearestIndex } from './chart-model.ts'
import type { PointedStore } from './pointed.ts'
import { zoomedIn, zoomedOut } from './zoom.ts'

interface Props {
  label: string
  model: ChartModel
  pointed: PointedStore
  valueText: (at: number) => string
  onZoom: (from: number, to: number) => void
  onReset: () => void
  children: ReactNode
}

const Frame = styled('div')(({ theme }) => ({
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
 * first and the newest; + and - zoom, Escape takes cursor and zoom back. Who listens hears the values of each point.
 */
export function CursorKeys({ label, model, pointed, valueText, onZoom, onReset, children }: Props) {
  const at = useSyncExternalStore(pointed.subscribe, () => pointed.get().at)
  const { times, from, to } = model
  const first = times.findIndex((time) => time >= from)
  const last = times.findLastIndex((time) => time <= to)
  const place = (at === null ? null : nearestIndex(times, at)) ?? last
  const press = (event: KeyboardEvent) => {
    // Those are the browser's: its own zoom, the page before.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = {
      ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -page, PageUp: page },
      ...{ Home: first - place, End: last - place },
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
