import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ChartsView, searchOf, viewOf } from './charts-view.ts'

/** The view of the charts, carried by the address. Another range has no zoom: it is another part of the time. */
export function useChartsView(): [ChartsView, (change: Partial<ChartsView>) => void] {
  const search = useSearch({ from: '/members/charts' })
  const view = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate({ from: '/charts' })
  const change = useCallback(
    (to: Partial<ChartsView>) =>
      void navigate({
        search: searchOf({ ...view, ...('range' in to ? { zoom: null } : {}), ...to }),
        resetScroll: false,
      }),
    [navigate, view],
  )
  return [view, change]
}
