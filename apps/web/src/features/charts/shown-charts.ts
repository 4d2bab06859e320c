import { chartRanges, type Charts } from '@roundsman/contract/networks/charts'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { focusManager } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type ChartLine, type Gap, gapsOf, newestOf } from '../../charts/chart-model.ts'
import { type Part, wholePoints } from '../../charts/zoom.ts'
import { type Fetched, useFetch } from '../../data/api/operation.ts'
import { chartsQuery } from '../../data/network/charts.ts'
import { useServices } from '../../data/services/services.ts'
import { useKept } from '../../ui/use-kept.ts'
import { type ChartsView, type Metric, metricNames, metricsOf, paceOf, type Range } from './charts-view.ts'
import { alike, type ChosenValidator } from './chosen-validators.ts'

/**
 * What was measured of the chosen validators. The newest points are asked for again at the pace of their range, where
 * the stream has brought anything since and somebody can see them.
 */
export function useChartsData(view: ChartsView): Fetched<Charts, null> {
  const { client, clock, network, streamSeq } = useServices()
  const { blockchain_id: blockchainId } = network
  const { validators, range } = view
  const metrics = metricsOf(view).map((metric) => metricNames[metric])
  const charts = useFetch(chartsQuery(client, { blockchainId, validators, metrics, range }), null)
  const { refresh } = charts
  // Where nothing could be loaded its user asks again, and the button for it stays.
  const isLoaded = validators.length > 0 && charts.known !== undefined
  useEffect(() => {
    if (!isLoaded) return
    let seen = streamSeq.of(blockchainId)
    return clock.every(paceOf(range) * 1_000, () => {
      const newest = streamSeq.of(blockchainId)
      if (newest === seen || !focusManager.isFocused()) return
      seen = newest
      refresh()
    })
  }, [isLoaded, range, blockchainId, clock, streamSeq, refresh])
  return charts
}

/** What the page shows of what was answered. */
export interface ShownCharts {
  /** Of the answer, which is the one before until the next one has come. */
  range: Range
  times: readonly number[]
  measured: readonly {
    metric: Metric
    lines: readonly ChartLine[]
    /** What was answered of it, in the contract's units. */
    series: readonly PointSeries[]
  }[]
  gaps: readonly Gap[]
  /** Unix seconds; null: nothing was measured. */
  newest: number | null
  /** The part of the time that is shown. */
  part: Part
  isZoomed: boolean
  /** It has all that the view asks for; else that is on its way, and this is of before. */
  isOfView: boolean
  /** Of voting power; null: as the chain counts it. */
  unit: string | null
}

interface Known {
  unit: PowerUnit | null
  /** By id, of those that have no moniker. */
  nameOf: (id: number) => string
}

/** The answer as lines, by the view; null where there is none, or one about others, which stays until the next one. */
export function shownCharts(
  charts: Charts | undefined,
  view: ChartsView,
  { unit, nameOf }: Known,
): ShownCharts | null {
  if (charts === undefined || view.validators.length === 0) return null
  const { stepSeconds: step } = chartRanges[charts.range]
  const metrics = metricsOf(view).filter((metric) => charts.metrics[metricNames[metric]] !== undefined)
  const times = timesOf(Object.values(charts.metrics).flat(), step)
  const measured = metrics.map((metric) => {
    const series = charts.metrics[metricNames[metric]] ?? []
    const lines = linesOf(series, times, {
      order: view.validators,
      step,
      scale: metric === 'power' ? (unit?.scale ?? 1) : 1,
      nameOf: ({ moniker, validator_id: id }) => moniker ?? nameOf(id),
    })
    return { metric, lines, series }
  })
  const all = measured.flatMap(({ lines }) => lines)
  if (all.length === 0) return null
  const whole = { from: times[0] ?? 0, to: times.at(-1) ?? 0 }
  const zoom = view.zoom !== null && charts.range === view.range ? wholePoints(view.zoom, times) : null
  return {
    range: charts.range,
    times,
    measured,
    gaps: gapsOf(all, times),
    newest: newestOf(all, times),
    part: zoom ?? whole,
    isZoomed: zoom !== null,
    isOfView:
      charts.range === view.range &&
      metrics.length === metricsOf(view).length &&
      measured.every(({ lines }) => lines.length === view.validators.length),
    unit: unit?.symbol ?? null,
  }
}

/** As `shownCharts`; the same as long as nothing of it is another, so that plots need not be drawn anew. */
export function useShownCharts(
  charts: Charts | undefined,
  view: ChartsView,
  { list, chosen }: { list: ValidatorsList | undefined; chosen: readonly ChosenValidator[] },
): ShownCharts | null {
  // The list is another with each block; its unit never is.
  const unit = useKept(list ? powerUnitOf(list) : null, alike)
  return useMemo(() => {
    const byId = new Map(chosen.map(({ id, name }) => [id, name]))
    return shownCharts(charts, view, { unit, nameOf: (id) => byId.get(id) ?? `#${id}` })
  }, [charts, view, unit, chosen])
}

/** The points of one validator, as the server answers them: Unix seconds and a value, null where none was measured. */
export interface PointSeries {
  validator_id: number
  moniker: string | null
  points: readonly (readonly [at: number, value: number | null])[]
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
function linesOf(
  series: readonly PointSeries[],
  times: readonly number[],
  { order, step, scale, nameOf }: Shape,
): ChartLine[] {
  const byId = new Map(series.map((one) => [one.validator_id, one]))
  const start = times[0] ?? 0
  return order.flatMap((id, styleIndex) => {
    const one = byId.get(id)
    if (one === undefined) return []
    const values = new Array<number | null>(times.length).fill(null)
    for (const [at, value] of one.points) {
      const place = (at - start) / step
      if (value !== null && values[place] !== undefined) values[place] = value * scale
    }
    return [{ id, styleIndex, name: nameOf(one), values }]
  })
}

/** Every multiple of the step from the first to the last point of any series. */
function timesOf(series: readonly PointSeries[], step: number): number[] {
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
interface KeyEntry {
  line: ChartLine
  value: number | null
}

export function keyAt(lines: readonly ChartLine[], place: number): KeyEntry[] {
  return lines
    .map((line) => ({ line, value: line.values[place] ?? null }))
    .sort(
      (a, b) =>
        (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY) ||
        a.line.styleIndex - b.line.styleIndex,
    )
}

/** How consensus power is shown: times `scale`, in the unit of the network. */
interface PowerUnit {
  scale: number
  symbol: string
}

/** What is further apart was reported at different heights. */
const mayDiffer = 0.01

/**
 * The unit of the network for a consensus power. A chain divides tokens by a power of ten of its own to get it, which
 * the list tells by whoever has the most of both; null where it does not, and powers stay as the chain counts them.
 */
export function powerUnitOf({ validators, status: { unit } }: ValidatorsList): PowerUnit | null {
  if (unit === null) return null
  let most = 0
  let tokens = 0
  for (const row of validators) {
    const power = Number(row.voting_power)
    if (row.tokens === null || power <= most) continue
    most = power
    tokens = Number(row.tokens)
  }
  if (most === 0 || tokens === 0) return null
  const exponent = Math.round(Math.log10(tokens / most))
  if (Math.abs(tokens / most / 10 ** exponent - 1) > mayDiffer) return null
  return { scale: 10 ** (exponent - unit.decimals), symbol: unit.symbol }
}
