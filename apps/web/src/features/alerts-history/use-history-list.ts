import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useMemo } from 'react'
import { useAlertHistory } from '../../data/alert-history/use-alert-history.ts'
import type { PagedFetch } from '../../data/paged-fetch.ts'
import { useServices } from '../../data/services.ts'
import {
  countBySeverity,
  filterOf,
  type HistoryView,
  matching,
  mayGoOn,
  type SeverityCounts,
} from './history-view.ts'
import { useLinkedAlert } from './use-linked-alert.ts'

export interface HistoryList {
  history: PagedFetch<AlertHistoryItem>
  /** Those that the view shows, newest first. */
  shown: readonly AlertHistoryItem[]
  /** The alert that the address names, where it is not among them. */
  linked: AlertHistoryItem | null
  /** The alert that the address names is none of the user's. */
  isLinkDead: boolean
  /** Of what was read so far; null before anything was. */
  counts: SeverityCounts | null
  /** There may be older ones that the view shows. */
  hasMore: boolean
}

/** What was read of the history, as the view shows it. */
export function useHistoryList(view: HistoryView): HistoryList {
  const { serverTime } = useServices()
  const history = useAlertHistory(useMemo(() => filterOf(view), [view]))
  const { known, hasMore } = history
  const found = useMemo(() => matching(known ?? [], view, serverTime.now()), [known, view, serverTime])
  const { severity } = view
  const shown = useMemo(
    () => (severity === null ? found : found.filter((item) => item.severity === severity)),
    [found, severity],
  )
  const isShown = view.alert === null || shown.some(({ id }) => id === view.alert)
  const { linked, isLinkDead } = useLinkedAlert(known === undefined || isShown ? null : view.alert)
  return {
    ...{ history, shown, linked, isLinkDead },
    counts: known ? countBySeverity(found) : null,
    hasMore: hasMore && mayGoOn(known ?? [], view, serverTime.now()),
  }
}
