import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type HistoryView, searchOf, viewOf } from './history-view.ts'

/** The view of the history, carried by the address; what changes while typing does not fill the browser's history. */
export function useHistoryView(): [HistoryView, (change: Partial<HistoryView>) => void] {
  const search = useSearch({ from: '/members/alerts-history' })
  const view = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate({ from: '/alerts-history' })
  const change = useCallback(
    (to: Partial<HistoryView>) =>
      void navigate({
        search: searchOf({ ...view, ...to }),
        replace: 'q' in to || 'alert' in to,
        resetScroll: false,
      }),
    [navigate, view],
  )
  return [view, change]
}
