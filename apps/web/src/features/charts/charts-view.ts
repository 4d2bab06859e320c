import { chartValidators } from '@roundsman/contract/charts'
import type { Part } from '../../charts/zoom.ts'
import type { ChartsSearch } from './charts-search.ts'

export const metrics = ['uptime', 'power', 'commission'] as const
export type Metric = (typeof metrics)[number]
export const ranges = ['h1', '24h', '7d', '30d'] as const
export type Range = (typeof ranges)[number]

/** The view of the charts that its address carries. */
export interface ChartsView {
  /** In the order of their lines. */
  validators: readonly number[]
  /** null: all of them. */
  metric: Metric | null
  range: Range
  zoom: Part | null
  table: boolean
}

export function viewOf({ validator = [], metric, range, from, to, table }: ChartsSearch): ChartsView {
  return {
    validators: validator.map(Number),
    metric: metrics.find((known) => known === metric) ?? null,
    range: ranges.find((known) => known === range) ?? '24h',
    zoom: from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) },
    table: table !== undefined,
  }
}

/** What differs from the default; the rest stays out of the address. */
export function searchOf({ validators, metric, range, zoom, table }: ChartsView): ChartsSearch {
  return {
    ...(validators.length > 0 && { validator: validators.map(String) }),
    ...(metric && { metric }),
    ...(range !== '24h' && { range }),
    ...(zoom && { from: String(zoom.from), to: String(zoom.to) }),
    ...(table && { table: '1' }),
  }
}

/** The metrics that a view shows, in their order. */
export function metricsOf({ metric }: Pick<ChartsView, 'metric'>): readonly Metric[] {
  return metric === null ? metrics : [metric]
}

/** The chosen ones with others behind them, each once, as many as there may be. */
export function withValidators(chosen: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...chosen, ...added])].slice(0, chartValidators)
}
