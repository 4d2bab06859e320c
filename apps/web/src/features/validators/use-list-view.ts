import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListView, listSearch, viewOf } from './list-search.ts'

/** The view of the list, carried by the address; what changes while typing does not fill the history. */
export function useListView(): [ListView, (view: ListView) => void] {
  const search = useSearch({ from: '/members/' })
  const view = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate({ from: '/' })
  const set = useCallback(
    (next: ListView) =>
      void navigate({ search: listSearch(next), replace: next.q !== view.q, resetScroll: false }),
    [navigate, view.q],
  )
  return [view, set]
}
