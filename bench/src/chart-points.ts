import { type ChartRange, chartRanges } from '@roundsman/contract/networks/charts'

/**
 * An answer of the charts call with every point of its range for each validator and metric that was asked for.
 *
 * @param now Unix milliseconds
 * @param seed makes the newest point another one
 */
export function chartPoints(query: URLSearchParams, now: number, seed: number): object {
  const range = (query.get('range') ?? '24h') as ChartRange
  const { seconds, stepSeconds, step } = chartRanges[range]
  const to = Math.floor(now / 1_000 / stepSeconds) * stepSeconds
  const count = Math.floor(seconds / stepSeconds)
  const ids = query.getAll('validator_id').map(Number)
  const series = ids.map((id) => ({
    validator_id: id,
    moniker: `Validator ${id}`,
    points: Array.from({ length: count }, (_, index) => {
      const noise =
        (Math.imul(id + 7 * index + (index === count - 1 ? seed : 0), 2_654_435_761) >>> 0) / 2 ** 32
      return [to - (count - 1 - index) * stepSeconds, 0.5 + noise / 2]
    }),
  }))
  return {
    blockchain_id: 1,
    range,
    step,
    from: new Date((to - seconds) * 1_000).toISOString(),
    to: new Date(to * 1_000).toISOString(),
    metrics: Object.fromEntries(query.getAll('metric').map((metric) => [metric, series])),
  }
}
