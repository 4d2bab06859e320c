import { type Charts, chartRanges } from '@roundsman/contract/charts'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { useMemo } from 'react'
import type { ChartLine, Gap } from '../../charts/chart-model.ts'
import { gapsOf, newestOf } from '../../charts/measured.ts'
import { type Part, wholePoints } from '../../charts/zoom.ts'
import { useKept } from '../../ui/use-kept.ts'
import { alike } from './alike.ts'
import { linesOf, type PointSeries, timesOf } from './chart-data.ts'
import { type ChartsView, type Metric, metricsOf, type Range } from './charts-view.ts'
import { metricNames } from './metric-rules.ts'
import { type PowerUnit, powerUnitOf } from './power-unit.ts'
import type { ChosenValidator } from './chosen-validators.ts'

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
      ...{ order: view.validators, step },
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
    ...{ range: charts.range, times, measured },
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
