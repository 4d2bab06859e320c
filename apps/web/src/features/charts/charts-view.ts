import { type ChartMetric, chartRanges, chartValidators } from '@roundsman/contract/networks/charts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { AxisRules } from '../../charts/axes.ts'
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

/** The view of the charts, carried by the address. Another range has no zoom: it is another part of the time. */
export function useChartsView(): [ChartsView, (change: Partial<ChartsView>) => void] {
  const search = useSearch({ from: '/members/charts' })
  const view = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate({ from: '/charts' })
  const change = useCallback(
    (to: Partial<ChartsView>) =>
      void navigate({
        search: searchOf({ ...view, ...('range' in to ? { zoom: null } : {}), ...to }),
        resetScroll: false,
      }),
    [navigate, view],
  )
  return [view, change]
}

/** What the contract calls a metric. */
export const metricNames = {
  uptime: 'cosmos_validator_uptime',
  power: 'cosmos_validator_voting_power',
  commission: 'cosmos_validator_commission_rate',
} as const satisfies Record<Metric, ChartMetric>

/** The axis of a metric: a hundredth of uptime, a fifth of a power and two points of commission at the least. */
export const axisRules: Record<Metric, AxisRules> = {
  uptime: { floor: 0, ceiling: 1, leastSpan: () => 0.01 },
  power: { floor: 0, ceiling: Number.MAX_VALUE, leastSpan: (high) => Math.max(1, high / 5) },
  commission: { floor: 0, ceiling: 1, leastSpan: () => 0.02 },
}

/** Px of a plot. */
export const heights: Record<Metric, { wide: number; narrow: number }> = {
  uptime: { wide: 256, narrow: 220 },
  power: { wide: 226, narrow: 200 },
  commission: { wide: 176, narrow: 170 },
}

/** Seconds between two samples. */
const sampleSeconds = 25

/**
 * Seconds after which a chart is asked for again: a tenth of its step, since the newest point is provisional until its
 * bucket closes, but no sooner than there can be another sample.
 */
export function paceOf(range: Range): number {
  return Math.max(sampleSeconds, chartRanges[range].stepSeconds / 10)
}
