import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ListView, listSearch, viewOf } from './list-search.ts'

/** The view of the list, carried by the address; what changes while typing does not fill the history. */
export function useListView(): [ListView, (view: ListView) => void] {
  const view = viewOf(useSearch({ from: '/members/' }))
  const navigate = useNavigate({ from: '/' })
  const set = (next: ListView) =>
    void navigate({ search: listSearch(next), replace: next.q !== view.q, resetScroll: false })
  return [view, set]
}
