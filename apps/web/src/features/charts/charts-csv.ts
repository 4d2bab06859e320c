import type { ChartLine } from '../../charts/chart-model.ts'
import { csvText, fileTime } from '../../data/csv.ts'
import type { PointSeries } from './chart-data.ts'
import type { Metric } from './charts-view.ts'
import { metricNames } from './metric-rules.ts'

interface Measured {
  metric: Metric
  lines: readonly Pick<ChartLine, 'id' | 'name'>[]
  /** As the server answered it, in the contract's units. */
  series: readonly PointSeries[]
}

/**
 * What the charts show as RFC 4180 text in the contract's words and units, which are not always those of the screen: a
 * row for each point in time and validator, oldest first, a column for each metric; what was not measured stays empty.
 *
 * @param places the part of `times` that is shown
 */
export function chartsCsv(
  times: readonly number[],
  places: readonly number[],
  measured: readonly Measured[],
): string {
  const lines = measured[0]?.lines ?? []
  const byMetric = measured.map(
    ({ series }) => new Map(series.map(({ validator_id: id, points }) => [id, new Map(points)])),
  )
  return csvText(
    ['time', 'validator_id', 'moniker', ...measured.map(({ metric }) => metricNames[metric])],
    places.flatMap((place) =>
      lines.map(({ id, name }) => [
        new Date((times[place] ?? 0) * 1_000).toISOString().replace('.000', ''),
        id,
        name,
        ...byMetric.map((known) => known.get(id)?.get(times[place] ?? 0) ?? null),
      ]),
    ),
  )
}

/** `celestia.example.org-charts-24h-2026-11-21T120000Z.csv` */
export function chartsFileName(host: string, range: string, now: number, ending: 'csv' | 'png'): string {
  return `${host}-charts-${range}-${fileTime(now)}.${ending}`
}
