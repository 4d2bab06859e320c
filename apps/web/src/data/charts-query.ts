import { type ChartMetric, type ChartRange, chartEndpoints, chartRanges } from '@roundsman/contract/charts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { ProblemError } from './errors.ts'

interface Wanted {
  blockchainId: number
  /** Ids; none, and nothing is asked. */
  validators: readonly number[]
  metrics: readonly ChartMetric[]
  range: ChartRange
}

/** Points of validators over time. Until others come the ones before them stay: whoever shows them looks at their range. */
export function chartsQuery(client: ApiClient, { blockchainId, validators, metrics, range }: Wanted) {
  return queryOptions({
    queryKey: ['charts', blockchainId, range, metrics, validators],
    queryFn: ({ signal }) =>
      client.callTo(chartEndpoints.charts, {
        query: {
          blockchain_id: blockchainId,
          validator_id: [...validators],
          metric: [...metrics],
          range,
          step: chartRanges[range].step,
        },
        signal,
      }),
    enabled: validators.length > 0,
    placeholderData: (before) => before,
    // Charts that somebody comes back to are as they were for a moment.
    staleTime: 10_000,
    // A store that is down answers so, and its user decides when to ask again.
    retry: (failures, error) => failures < 2 && !(error instanceof ProblemError),
  })
}
