import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { QueryClient } from '@tanstack/react-query'
import type { Services } from '../services.ts'
import { networkHistoryKey } from './history-key.ts'
import { type HistoryPages, withChanged } from './history-pages.ts'

/** Alerts that are marked as seen on this page, and are to be so at the server. */
export interface Seen {
  ids: ReadonlySet<number>
  /** When, in the words of the contract. */
  at: string
}

type Deps = Pick<Services, 'client' | 'queries' | 'serverTime' | 'network'>

/** As many as one call takes. */
const atOnce = 1000

/** Marks alerts as seen on this page. */
export function markSeen({ queries, serverTime, network }: Deps, ids: readonly number[]): Seen {
  const seen = { ids: new Set(ids), at: new Date(serverTime.now()).toISOString() }
  mark(queries, network.blockchain_id, seen)
  return seen
}

/** Tells the server; where it did not take it the alerts are as they were before. */
export async function sendSeen({ client, queries, network }: Deps, seen: Seen): Promise<void> {
  const ids = [...seen.ids]
  try {
    for (let from = 0; from < ids.length; from += atOnce)
      await client.callTo(alertEndpoints.acknowledgeAlerts, {
        body: { alert_ids: ids.slice(from, from + atOnce) },
      })
  } catch (error) {
    unmark(queries, network.blockchain_id, seen)
    throw error
  }
  // An answer that was under way meanwhile may have brought the old state back.
  mark(queries, network.blockchain_id, seen)
}

function mark(queries: QueryClient, network: number, { ids, at }: Seen): void {
  change(queries, network, (item) =>
    ids.has(item.id) && item.acknowledged_at === null
      ? { ...item, acknowledged_at: at, acknowledged_via: 'PAGE' }
      : item,
  )
}

/** Only what this page marked: what was acknowledged elsewhere meanwhile stays so. */
function unmark(queries: QueryClient, network: number, { ids, at }: Seen): void {
  change(queries, network, (item) =>
    ids.has(item.id) && item.acknowledged_at === at && item.acknowledged_via === 'PAGE'
      ? { ...item, acknowledged_at: null, acknowledged_via: null }
      : item,
  )
}

function change(
  queries: QueryClient,
  network: number,
  how: (item: AlertHistoryItem) => AlertHistoryItem,
): void {
  queries.setQueriesData<HistoryPages>({ queryKey: networkHistoryKey(network) }, (pages) =>
    pages ? withChanged(pages, how) : undefined,
  )
}
