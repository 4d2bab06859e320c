import type { ChartLine } from '../../charts/chart-model.ts'

/** The points of one validator, as the server answers them: Unix seconds and a value, null where none was measured. */
export interface PointSeries {
  validator_id: number
  moniker: string | null
  points: readonly (readonly [at: number, value: number | null])[]
}

/** What was measured of one metric, by the times that all metrics share. */
export interface ChartData {
  times: readonly number[]
  lines: readonly ChartLine[]
}

interface Shape {
  /** Ids in the order of their lines; what else was answered is left out. */
  order: readonly number[]
  /** Seconds between two points. */
  step: number
  /** What a value is multiplied by to be in the unit that is shown. */
  scale: number
  nameOf: (series: PointSeries) => string
}

/**
 * Lines of one metric over the same times. Every multiple of the step is there; where no point was answered, or its
 * value is not known, the line has a hole: nothing is drawn that was not measured.
 *
 * @param times those of every series of the answer (timesOf)
 */
export function linesOf(
  series: readonly PointSeries[],
  times: readonly number[],
  { order, step, scale, nameOf }: Shape,
): ChartLine[] {
  const byId = new Map(series.map((one) => [one.validator_id, one]))
  const start = times[0] ?? 0
  return order.flatMap((id, look) => {
    const one = byId.get(id)
    if (one === undefined) return []
    const values = new Array<number | null>(times.length).fill(null)
    for (const [at, value] of one.points) {
      const place = (at - start) / step
      if (value !== null && values[place] !== undefined) values[place] = value * scale
    }
    return [{ id, look, name: nameOf(one), values }]
  })
}

/** Every multiple of the step from the first to the last point of any series. */
export function timesOf(series: readonly PointSeries[], step: number): number[] {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { points } of series) {
    first = Math.min(first, points[0]?.[0] ?? first)
    last = Math.max(last, points.at(-1)?.[0] ?? last)
  }
  const times: number[] = []
  for (let at = first; at <= last; at += step) times.push(at)
  return times
}

/** Lines with their value at a time, the highest first, those without one last. */
export interface KeyEntry {
  line: ChartLine
  value: number | null
}

export function keyAt(lines: readonly ChartLine[], place: number): KeyEntry[] {
  return lines
    .map((line) => ({ line, value: line.values[place] ?? null }))
    .sort(
      (a, b) =>
        (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY) ||
        a.line.look - b.line.look,
    )
}
