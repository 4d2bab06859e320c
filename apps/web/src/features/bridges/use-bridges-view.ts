import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type BridgesView, bridgesSearch, viewOf } from './bridges-search.ts'

/** The view of the bridges, carried by the address; what changes while typing does not fill the history. */
export function useBridgesView(): [BridgesView, (view: BridgesView) => void] {
  const search = useSearch({ from: '/members/bridges' })
  const view = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate({ from: '/bridges' })
  const set = useCallback(
    (next: BridgesView) =>
      void navigate({ search: bridgesSearch(next), replace: next.q !== view.q, resetScroll: false }),
    [navigate, view.q],
  )
  return [view, set]
}
