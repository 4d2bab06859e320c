import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { historyQuery } from '../../data/alert-history/history-query.ts'
import { usePages } from '../../data/paged-fetch.ts'
import { useServices } from '../../data/services.ts'

/** One alert by its id, wherever in the history it is; null asks for none. */
export function useLinkedAlert(id: number | null): { linked: AlertHistoryItem | null; isLinkDead: boolean } {
  const { client, network } = useServices()
  const { known, loaded } = usePages({
    ...historyQuery(client, network.blockchain_id, { only: id ?? 0 }),
    enabled: id !== null,
  })
  if (id === null) return { linked: null, isLinkDead: false }
  return { linked: known?.[0] ?? null, isLinkDead: loaded && known?.length === 0 }
}
