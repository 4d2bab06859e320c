import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { type PagedFetch, usePages } from '../paged-fetch.ts'
import { useServices } from '../services.ts'
import type { HistoryFilter } from './history-key.ts'
import { historyQuery } from './history-query.ts'

/** The alerts of the page's network that concern the user, newest first, live. */
export function useAlertHistory(filter: HistoryFilter = {}): PagedFetch<AlertHistoryItem> {
  const { client, network } = useServices()
  return usePages(historyQuery(client, network.blockchain_id, filter))
}
