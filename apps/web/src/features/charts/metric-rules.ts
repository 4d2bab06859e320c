import { type ChartMetric, chartRanges } from '@roundsman/contract/charts'
import type { AxisRules } from '../../charts/nice-scale.ts'
import type { Metric, Range } from './charts-view.ts'

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
