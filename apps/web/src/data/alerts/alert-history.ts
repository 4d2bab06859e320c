import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { type AlertHistoryItem, alertTypes } from '@roundsman/contract/alerts/alerts'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { mayRetry } from '../api/errors.ts'
import { type PagedFetch, usePages } from '../api/operation.ts'
import { useServices } from '../services/services.ts'

/** Why nobody was notified: the network itself was in trouble, or the user had muted or silenced it. As the ledger writes it. */
export const heldReasons = ['network_halted', 'mass_miss', 'upgrade', 'muted', 'silenced'] as const
type HeldReason = (typeof heldReasons)[number]

/** Why every message about an alert was held back; null where one was not, or where it was for another reason. */
export function heldReason({ deliveries }: AlertHistoryItem): HeldReason | null {
  const [first] = deliveries
  if (!deliveries.every(({ state }) => state === 'SUPPRESSED')) return null
  return heldReasons.find((reason) => reason === first?.detail) ?? null
}

/**
 * Whether somebody is to say that they have seen it: what is for information, was held back, imported, over with its incident, or before
 * they were told, asks for nothing.
 */
export function needsAcknowledgement(item: AlertHistoryItem): boolean {
  const isOpen =
    item.acknowledged_at === null &&
    item.severity !== 'INFO' &&
    item.is_over !== true &&
    item.is_untold !== true
  return isOpen && heldReason(item) === null && item.evidence['imported'] !== true
}

/** Whether it may go on, so that its reader is told that it is over though it is muted (E321). */
export function isToEnd({ status }: Pick<AlertHistoryItem, 'status'>): boolean {
  return status === 'ONGOING' || status === 'UNKNOWN'
}

/** Of which incident it is a step; of what stands by itself its own id. */
export function incidentIdOf({ id, incident_id: incident = id }: AlertHistoryItem): number {
  return incident
}

/** What the server filters the history by; what is left out is everything. */
export interface HistoryFilter {
  type?: string
  validator?: number
  bridge?: number
  /** One alert alone, by its id. */
  only?: number
  /** Up to this one. */
  upTo?: number
}

/** Of every list of a network's alerts, whatever it is filtered by. */
export const networkHistoryKey = (blockchainId: number) => ['alert-history', blockchainId] as const
export type HistoryKey = readonly ['alert-history', number, HistoryFilter]

export function historyKey(blockchainId: number, filter: HistoryFilter): HistoryKey {
  return [...networkHistoryKey(blockchainId), filter]
}

/** Pages as they were read, newest first; what the stream brings stands at the top of the first one. */
export type HistoryPages = InfiniteData<AlertHistoryItem[], number | null>

// The history after something happened. Pages and alerts keep their identity where nothing in them changed.

/** Whether the server would list an alert under a filter. */
export function passesFilter(
  item: AlertHistoryItem,
  { type, validator, bridge, only, upTo }: HistoryFilter,
): boolean {
  return (
    (type === undefined || item.type === type) &&
    (validator === undefined || item.blockchain_validator_id === validator) &&
    (bridge === undefined || item.bridge_id === bridge) &&
    (only === undefined || item.id === only) &&
    (upTo === undefined || item.id <= upTo)
  )
}

/** With an alert of the stream: in place of the one with its id, else where its id belongs if that was read. */
export function withAlert(pages: HistoryPages, item: AlertHistoryItem): HistoryPages {
  const known = pages.pages.some((page) => page.some(({ id }) => id === item.id))
  if (known) return withChanged(pages, (one) => (one.id === item.id ? item : one))
  const at = pages.pages.findIndex((page, index) => {
    const oldest = page.at(-1)?.id
    // The last page is a whole one only as far as it goes; the first one takes whatever is new.
    return (oldest !== undefined && oldest < item.id) || (index === 0 && oldest === undefined)
  })
  if (at < 0) return pages
  const next = pages.pages.map((page, index) =>
    index === at ? [...page, item].sort((a, b) => b.id - a.id) : page,
  )
  return { ...pages, pages: next }
}

/** With each alert changed as said; one that `change` gives back stays as it is. */
export function withChanged(
  pages: HistoryPages,
  change: (item: AlertHistoryItem) => AlertHistoryItem,
): HistoryPages {
  let touched = false
  const next = pages.pages.map((page) => {
    const items = page.map(change)
    if (items.every((item, at) => item === page[at])) return page
    touched = true
    return items
  })
  return touched ? { ...pages, pages: next } : pages
}

const streamedKey = (blockchainId: number) => ['streamed-alerts', blockchainId] as const
/** Far more than come while an answer is under way. */
const mostStreamed = 200

/** Remembers what the stream brought, for answers that are under way and know nothing of it yet (P302). */
export function keepStreamedAlert(queries: QueryClient, blockchainId: number, item: AlertHistoryItem): void {
  queries.setQueryData<AlertHistoryItem[]>(streamedKey(blockchainId), (known = []) =>
    [...known, item].slice(-mostStreamed),
  )
}

function streamedAlerts(queries: QueryClient, blockchainId: number): readonly AlertHistoryItem[] {
  return queries.getQueryData<AlertHistoryItem[]>(streamedKey(blockchainId)) ?? []
}

/** Alerts that are asked for at a time. */
export const historyPageSize = 100

/** The alerts of one network that concern the user, page by page. */
export function historyQuery(client: ApiClient, blockchainId: number, filter: HistoryFilter) {
  const { validator, bridge, only, upTo } = filter
  const type = alertTypes.find((known) => known === filter.type)
  return infiniteQueryOptions<AlertHistoryItem[], Error, HistoryPages, HistoryKey, number | null>({
    queryKey: historyKey(blockchainId, filter),
    queryFn: async ({ pageParam, signal, client: queries }) => {
      const before = streamedAlerts(queries, blockchainId)
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
      const came = streamedAlerts(queries, blockchainId).filter((item) => !before.includes(item))
      return came
        .reduce(
          (items, item) => withStreamed(items, item, pageParam === null || pageParam - 1 === upTo),
          page,
        )
        .filter((item) => passesFilter(item, filter))
    },
    initialPageParam: upTo === undefined ? null : upTo + 1,
    // A page that the stream has filled up may have none after it: asking once more does no harm.
    getNextPageParam: (last) => (last.length < historyPageSize ? undefined : (last.at(-1)?.id ?? undefined)),
    // The stream keeps it true (live-alerts.ts).
    staleTime: Number.POSITIVE_INFINITY,
    retry: mayRetry,
  })
}

/** A page of an answer with an alert that the stream brought meanwhile; a new one stands on the first page. */
function withStreamed(
  items: AlertHistoryItem[],
  item: AlertHistoryItem,
  isFirst: boolean,
): AlertHistoryItem[] {
  const page: HistoryPages = { pages: [items], pageParams: [null] }
  const isKnown = items.some(({ id }) => id === item.id)
  return isFirst || isKnown ? (withAlert(page, item).pages[0] ?? items) : items
}

/** The alerts of the page's network that concern the user, newest first, live. */
export function useAlertHistory(filter: HistoryFilter = {}): PagedFetch<AlertHistoryItem> {
  const { client, network } = useServices()
  return usePages(historyQuery(client, network.blockchain_id, filter))
}

/** Between the seconds that are shown of two times, as a reader subtracts them (P700). */
export function secondsBetween(from: string, to: string): number {
  const secondOf = (time: string) => Math.floor(Date.parse(time) / 1_000)
  return secondOf(to) - secondOf(from)
}
