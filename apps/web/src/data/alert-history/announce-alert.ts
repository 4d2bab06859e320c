import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { BrowserNotifications } from '../browser-notifications.ts'
import type { BrowserStorage } from '../browser-storage.ts'
import { heldReason } from './alert-needs.ts'
import { wantsNotifications } from './notification-choice.ts'

interface Deps {
  storage: Pick<BrowserStorage, 'read' | 'write'>
  /** The server's time, Unix milliseconds. */
  now: () => number
  notifications: BrowserNotifications
  toast: (item: AlertHistoryItem) => void
}

/** What is older is not news any more, such as a receipt that came late for an alert of yesterday. */
const newsForMs = 15 * 60_000

/**
 * Tells the user of a new alert, as a toast and, where they asked for it, as a notification of the browser. Once in a
 * browser, whichever of its tabs holds the stream meanwhile: the highest id that was announced is kept, and alerts of a
 * network come in the order of their ids. What was held back, muted or seen already is no news.
 */
export function announceAlert(
  { storage, now, notifications, toast }: Deps,
  { item, blockchainId }: { item: AlertHistoryItem; blockchainId: number },
): void {
  const key = `alertAnnounced-${blockchainId}`
  const announced = Number(storage.read(key) ?? 0)
  if (item.id <= announced) return
  storage.write(key, String(item.id))
  if (now() - Date.parse(item.at) > newsForMs) return
  if (item.acknowledged_at !== null || heldReason(item) !== null) return
  toast(item)
  if (!wantsNotifications(storage) || notifications.permission() !== 'granted') return
  notifications.show(item.target_name === null ? item.title : `${item.target_name}: ${item.title}`, {
    body: item.message,
    tag: `alert-${item.id}`,
    onClick: () => window.location.assign(`/alerts-history?alert=${item.id}`),
  })
}
