import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { userEvents } from '@roundsman/contract/screen-events'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { browserNotifications } from '../browser-notifications.ts'
import type { Services } from '../services.ts'
import { announceAlert } from './announce-alert.ts'
import { type HistoryKey, networkHistoryKey } from './history-key.ts'
import { type HistoryPages, passesFilter, withAlert } from './history-pages.ts'

// What the stream tells of alerts. Loaded when it first does: its schemas have no room in the first view.

interface Told {
  /** As it stood in the stream. */
  data: string
  blockchainId: number
  /** This tab holds the stream, and is the one to announce what happened. */
  leads: boolean
  /** Shows the user an alert that is new. */
  onAlert: (item: AlertHistoryItem) => void
}

/** Puts an alert of the stream into every list of the network that it belongs to, and announces a new one. */
export function takeAlert(services: Services, { data, blockchainId, leads, onAlert }: Told): void {
  const item = readAlert(data)
  if (item === null) return
  putAlert(services.queries, blockchainId, item)
  if (!leads) return
  const { storage, serverTime } = services
  announceAlert(
    { storage, now: serverTime.now, notifications: browserNotifications, toast: onAlert },
    { item, blockchainId },
  )
}

/** Null for what the contract does not know. */
export function readAlert(data: string): AlertHistoryItem | null {
  try {
    const parsed = z.safeParse(userEvents.alert, JSON.parse(data))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export function putAlert(queries: QueryClient, blockchainId: number, item: AlertHistoryItem): void {
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
