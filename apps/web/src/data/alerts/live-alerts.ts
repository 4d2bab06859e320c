import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { QueryClient } from '@tanstack/react-query'
import type { BrowserNotifications } from '../browser/browser.ts'
import type { BrowserStorage } from '../browser/storage.ts'
import {
  heldReason,
  type HistoryKey,
  type HistoryPages,
  keepStreamedAlert,
  networkHistoryKey,
  passesFilter,
  withAlert,
} from './alert-history.ts'

/** Whether this browser shows notifications of alerts; the browser itself has to allow them beside. */
export const notificationsKey = 'alertNotifications'

export function wantsNotifications(storage: Pick<BrowserStorage, 'read'>): boolean {
  return storage.read(notificationsKey) === 'true'
}

/** Puts an alert of the stream into every list of the network that it belongs to, and into those that are under way. */
export function putAlert(queries: QueryClient, blockchainId: number, item: AlertHistoryItem): void {
  keepStreamedAlert(queries, blockchainId, item)
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: networkHistoryKey(blockchainId) })) {
    const [, , filter] = queryKey as HistoryKey
    if (passesFilter(item, filter))
      queries.setQueryData<HistoryPages>(queryKey, (pages) => pages && withAlert(pages, item))
  }
}

/** Pages that are read again after a break; older ones are when somebody scrolls there. */
const pagesReadAgain = 3

/** Something may have been missed: what was read is read again. */
export function readAlertsAgain(
  queries: QueryClient,
  blockchainId: number,
  refetchType: 'active' | 'none',
): void {
  const queryKey = networkHistoryKey(blockchainId)
  queries.setQueriesData<HistoryPages>({ queryKey }, (known) =>
    known && known.pages.length > pagesReadAgain
      ? {
          pages: known.pages.slice(0, pagesReadAgain),
          pageParams: known.pageParams.slice(0, pagesReadAgain),
        }
      : known,
  )
  void queries.invalidateQueries({ queryKey, refetchType })
}

/** By what the user is notified of an alert. */
export interface AnnounceMeans {
  storage: Pick<BrowserStorage, 'read' | 'write'>
  /** The server's time, Unix milliseconds. */
  now: () => number
  notifications: BrowserNotifications
  toast: (item: AlertHistoryItem) => void
}

/** What is older notifies nobody, such as a receipt that came late for an alert of yesterday. */
const announceWithinMs = 15 * 60_000

/**
 * Notifies the user of a new alert, as a toast and, where they asked for it, as a notification of the browser. Once in a
 * browser, whichever of its tabs holds the stream meanwhile: the highest id that was announced is kept, and alerts of a
 * network come in the order of their ids. What was held back, muted or seen already notifies nobody. What is merely
 * informational, such as every end, shows no toast: nobody has to act on it, and it would cover what people work with.
 */
export function announceAlert(
  item: AlertHistoryItem,
  blockchainId: number,
  { storage, now, notifications, toast }: AnnounceMeans,
): void {
  const key = `alertAnnounced-${blockchainId}`
  const announced = Number(storage.read(key) ?? 0)
  if (item.id <= announced) return
  storage.write(key, String(item.id))
  if (now() - Date.parse(item.at) > announceWithinMs) return
  if (item.acknowledged_at !== null || heldReason(item) !== null) return
  if (item.severity !== 'INFO') toast(item)
  if (!wantsNotifications(storage) || notifications.permission() !== 'granted') return
  notifications.show(item.target_name === null ? item.title : `${item.target_name}: ${item.title}`, {
    body: item.message,
    tag: `alert-${item.id}`,
    onClick: () => window.location.assign(`/alerts-history?alert=${item.id}`),
  })
}
