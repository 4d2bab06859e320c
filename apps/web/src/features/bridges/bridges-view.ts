import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/** The view of the bridges that their address carries. Small: every first load has it. */
export const shows = [
  'all',
  'mine',
  'notSynced',
  'older',
  'stalled',
  'catchingUp',
  'unknown',
  'contested',
] as const
export type Show = (typeof shows)[number]

export const sortKeys = ['name', 'sync', 'height', 'lag', 'version', 'update'] as const
export type SortKey = (typeof sortKeys)[number]
interface Sort {
  id: SortKey
  desc: boolean
}

export interface BridgesView {
  q: string
  show: Show
  sort: Sort
}

/** What differs from the default; the rest stays out of the address. */
interface BridgesSearch {
  q?: string
  show?: Show
  /** `lag`, `height.asc`: in the column's own first direction, unless said otherwise. */
  sort?: string
}

const longestQuery = 120
const standardSort: Sort = { id: 'name', desc: false }

/** Takes from an address what it understands; everything else is the default. */
export function parseBridgesSearch(search: Readonly<Record<string, unknown>>): BridgesSearch {
  const { q, sort } = search
  return bridgesSearch({
    q: typeof q === 'string' ? q.slice(0, longestQuery) : '',
    show: shows.find((known) => known === search['show']) ?? 'all',
    sort: sortOf(sort),
  })
}

export function viewOf({ q = '', show = 'all', sort }: BridgesSearch): BridgesView {
  return { q, show, sort: sortOf(sort) }
}

export function bridgesSearch({ q, show, sort }: BridgesView): BridgesSearch {
  const text = textOf(sort)
  return {
    ...(q ? { q } : {}),
    ...(show === 'all' ? {} : { show }),
    ...(text === textOf(standardSort) ? {} : { sort: text }),
  }
}

/** Names begin with the first, versions and ages with the oldest, the rest with the largest and the worst. */
export function startsDescending(sort: SortKey): boolean {
  return sort === 'sync' || sort === 'height' || sort === 'lag'
}

/** The view sorted by a column: its own first direction, then the other one. */
export function sortedBy(view: BridgesView, id: SortKey): BridgesView {
  const again = view.sort.id === id
  return { ...view, sort: { id, desc: again ? !view.sort.desc : startsDescending(id) } }
}

/** As a table tells it, which knows nothing of what bridges can be sorted by. */
export function knownSort(sorts: readonly { id: string; desc: boolean }[]): Sort {
  const [first] = sorts
  const id = sortKeys.find((key) => key === first?.id)
  return first === undefined || id === undefined ? standardSort : { id, desc: first.desc }
}

function textOf({ id, desc }: Sort): string {
  return desc === startsDescending(id) ? id : `${id}.${desc ? 'desc' : 'asc'}`
}

function sortOf(text: unknown): Sort {
  if (typeof text !== 'string') return standardSort
  const [name, direction] = text.split('.')
  const id = sortKeys.find((key) => key === name)
  if (id === undefined) return standardSort
  return { id, desc: direction === undefined ? startsDescending(id) : direction === 'desc' }
}

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
