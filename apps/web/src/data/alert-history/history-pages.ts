import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { InfiniteData } from '@tanstack/react-query'
import type { HistoryFilter } from './history-key.ts'

/** Pages as they were read, newest first; what the stream brings stands at the top of the first one. */
export type HistoryPages = InfiniteData<AlertHistoryItem[], number | null>

// The history after something happened. Pages and alerts keep their identity where nothing in them changed.

/** Whether the server would list an alert under a filter. */
export function passesFilter(
  item: AlertHistoryItem,
  { type, validator, bridge, only }: HistoryFilter,
): boolean {
  return (
    (type === undefined || item.type === type) &&
    (validator === undefined || item.blockchain_validator_id === validator) &&
    (bridge === undefined || item.bridge_id === bridge) &&
    (only === undefined || item.id === only)
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
