import type { AxisRules } from './axes.ts'

/** One line of a chart. */
export interface ChartLine {
  id: number
  name: string
  /** Its place among the lines, which its color, marker and dashes follow. */
  styleIndex: number
  /** By the times of the chart; null: nothing was measured. */
  values: readonly (number | null)[]
}

/** A time in which nothing was measured of any line. Unix seconds. */
export interface Gap {
  from: number
  to: number
}

/** What a mark looks like, in the order in which they are drawn: what went wrong lies over what only changed. */
export const markTones = ['info', 'error'] as const
export type MarkTone = (typeof markTones)[number]

/** Something that happened, with a word for it. */
export interface ChartMark {
  /** Unix seconds. */
  at: number
  text: string
  tone: MarkTone
  /** Its words stand elsewhere. */
  silent?: boolean
}

/** Everything that a chart shows. */
export interface ChartModel {
  /** Unix seconds, ascending, a step apart. */
  times: readonly number[]
  lines: readonly ChartLine[]
  /** The part of the time that is shown. */
  from: number
  to: number
  rules: AxisRules
  gaps: readonly Gap[]
  marks: readonly ChartMark[]
  /** Beside the widest gaps; null: another chart of the page has these words, and those of the marks. */
  gapText: ((gap: Gap) => string) | null
  /** At the axis of values. */
  tickText: (value: number, step: number) => string
  /** Px of the axis of values with letters of the usual size, where its ticks are longer than usual. */
  axisRoom?: number
  /** At the axis of time; ticks that are a day or more apart are days. */
  timeText: (at: number, step: number) => string
  /** Below the cursor. */
  cursorText: (at: number) => string
  /** Seconds that the user's zone is ahead of UTC. */
  offsetOf: (at: number) => number
  /** Times as large as usual (use-letter-scale.ts). */
  letters: number
  /** Which side the values stand at. */
  direction: 'ltr' | 'rtl'
}

/** The place of the measured time that is nearest; null where there is none. */
export function nearestIndex(times: readonly number[], at: number): number | null {
  const [first, second] = times
  if (first === undefined) return null
  const step = second === undefined ? 1 : second - first
  return Math.min(times.length - 1, Math.max(0, Math.round((at - first) / step)))
}

/**
 * Places of a line that need a point: with nothing on either side there is no line to see them by, and the newest one
 * is where it stands now.
 */
export function pointsOf(values: readonly (number | null)[]): number[] {
  const places: number[] = []
  let newest: number | null = null
  for (const [place, value] of values.entries()) {
    if (value === null) continue
    newest = place
    if ((values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null) places.push(place)
  }
  if (newest !== null && places.at(-1) !== newest) places.push(newest)
  return places
}

/** The newest time at which anything was measured; null where nothing was. */
export function newestOf(lines: readonly ChartLine[], times: readonly number[]): number | null {
  const place = times.findLastIndex((_at, index) => isMeasured(lines, index))
  return times[place] ?? null
}

/** Buckets that the newest value may be behind: the newest bucket is empty until its first sample. */
const mayBeEmpty = 1

/**
 * Times in which nothing was measured of any line, from the point before to the point after. Before the first one
 * nobody was looking yet, so that there is no gap; behind the newest one there is.
 */
export function gapsOf(lines: readonly ChartLine[], times: readonly number[]): Gap[] {
  const gaps: Gap[] = []
  let last: number | null = null
  for (const [index, at] of times.entries()) {
    if (!isMeasured(lines, index)) continue
    if (last !== null && last < index - 1) gaps.push({ from: times[last] ?? at, to: at })
    last = index
  }
  const end = times.at(-1)
  if (last !== null && end !== undefined && times.length - 1 - last > mayBeEmpty)
    gaps.push({ from: times[last] ?? end, to: end })
  return gaps
}

function isMeasured(lines: readonly ChartLine[], index: number): boolean {
  return lines.some(({ values }) => (values[index] ?? null) !== null)
}

/** What somebody points at in the charts of a page; all of them show it. */
interface Pointed {
  /** Unix seconds; null: nowhere. */
  at: number | null
  /** Id of a line; null: none. */
  line: number | null
}

/** Kept outside what draws the page: a pointer moves sixty times a second, and only what shows it is drawn anew. */
export interface PointedStore {
  get(): Pointed
  point(change: Partial<Pointed>): void
  subscribe(run: () => void): () => void
}

export function createPointed(): PointedStore {
  let pointed: Pointed = { at: null, line: null }
  const listeners = new Set<() => void>()
  return {
    get: () => pointed,
    point(change) {
      const next = { ...pointed, ...change }
      if (next.at === pointed.at && next.line === pointed.line) return
      pointed = next
      for (const run of listeners) run()
    },
    subscribe(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
  }
}
