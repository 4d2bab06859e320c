import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import { type AlertHistoryItem, alertTypes } from '@roundsman/contract/alerts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api-client.ts'
import { mayRetry } from '../may-retry.ts'
import { type HistoryFilter, type HistoryKey, historyKey } from './history-key.ts'
import { type HistoryPages, passesFilter } from './history-pages.ts'

/** Alerts that are asked for at a time. */
export const historyPageSize = 100

/** The alerts of one network that concern the user, page by page. */
export function historyQuery(client: ApiClient, blockchainId: number, filter: HistoryFilter) {
  const { validator, bridge, only } = filter
  const type = alertTypes.find((known) => known === filter.type)
  return infiniteQueryOptions<AlertHistoryItem[], Error, HistoryPages, HistoryKey, number | null>({
    queryKey: historyKey(blockchainId, filter),
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.callTo(alertEndpoints.alertHistory, {
        params: { blockchainId },
        query: {
          ...(only === undefined
            ? { limit: historyPageSize, ...(pageParam !== null && { before: pageParam }) }
            : { limit: 1, before: only + 1 }),
          ...(type !== undefined && { type }),
          ...(validator !== undefined && { blockchain_validator_id: validator }),
          ...(bridge !== undefined && { bridge_id: bridge }),
        },
        signal,
      })
      return page.filter((item) => passesFilter(item, filter))
    },
    initialPageParam: null,
    // A page that the stream has filled up may have none after it: asking once more does no harm.
    getNextPageParam: (last) => (last.length < historyPageSize ? undefined : (last.at(-1)?.id ?? undefined)),
    // The stream keeps it true (live-alerts.ts).
    staleTime: Number.POSITIVE_INFINITY,
    retry: mayRetry,
  })
}
