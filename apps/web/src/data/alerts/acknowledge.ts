import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/use-translation.ts'
import { showError } from '../../ui/toast.ts'
import { useQueuedAction } from '../api/operation.ts'
import { type Services, useServices } from '../services/services.ts'
import {
  type HistoryPages,
  incidentIdOf,
  needsAcknowledgement,
  networkHistoryKey,
  withChanged,
} from './alert-history.ts'
import { countAcknowledged, unacknowledgedKey } from './unacknowledged.ts'

/** Alerts that are marked as seen on this page, and are to be so at the server. */
interface Seen {
  ids: ReadonlySet<number>
  /** When, in the words of the contract. */
  at: string
}

type Deps = Pick<Services, 'client' | 'queries' | 'serverTime' | 'network'>

/** As many as one call takes. */
const atOnce = 1000

/** Marks alerts as seen on this page, and counts them as such. */
export function markSeen({ queries, serverTime, network }: Deps, ids: readonly number[]): Seen {
  const seen = { ids: new Set(ids), at: new Date(serverTime.now()).toISOString() }
  countAcknowledged(queries, network.blockchain_id, waitingOf(queries, network.blockchain_id, seen.ids))
  mark(queries, network.blockchain_id, seen)
  return seen
}

/** How many incidents wait no longer once these are seen, as far as this page knows. */
function waitingOf(queries: QueryClient, network: number, ids: ReadonlySet<number>): number {
  const waiting = queries
    .getQueriesData<HistoryPages>({ queryKey: networkHistoryKey(network) })
    .flatMap(([, pages]) => pages?.pages.flat() ?? [])
    .filter(needsAcknowledgement)
  const left = new Set(waiting.filter(({ id }) => !ids.has(id)).map(incidentIdOf))
  return new Set(waiting.map(incidentIdOf).filter((id) => !left.has(id))).size
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
  } finally {
    void queries.invalidateQueries({ queryKey: unacknowledgedKey(network.blockchain_id) })
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

/** Marks alerts as seen, at once; where the server did not take it they go back, and the page says so. */
export function useAcknowledge(): (ids: readonly number[]) => void {
  const { t } = useTranslation('history')
  const services = useServices()
  const { run } = useQueuedAction('acknowledge', (seen: Seen) => sendSeen(services, seen), {
    onError: () => showError(t('acknowledge.failed')),
    scope: { id: 'acknowledge' },
  })
  return (ids) => run(markSeen(services, ids))
}

/** By which text it is said how somebody acknowledged: chats and notifications, named by their channel, have one. */
export function useAcknowledgedBy() {
  const { t } = useTranslation('alerts')
  return (via: NonNullable<AlertHistoryItem['acknowledged_via']>) =>
    via === 'PAGE' || via === 'CALL' || via === 'MAIL' || via === 'SMS'
      ? { way: via, channel: '' }
      : { way: 'channel' as const, channel: t(`channel.${via}`) }
}
