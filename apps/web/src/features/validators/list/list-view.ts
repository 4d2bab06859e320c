import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Formats } from '../../../i18n/formats.ts'

/** The view of the list that its address carries, so that it can be shared and gone back to. */
export const shows = ['all', 'active', 'inactive', 'jailed', 'risk', 'missing', 'missedLast', 'mine'] as const
export type Show = (typeof shows)[number]

export const sortKeys = [
  'rank',
  'moniker',
  'state',
  'uptime',
  'missed',
  'tokens',
  'share',
  'commission',
] as const
export type SortKey = (typeof sortKeys)[number]
export interface Sort {
  id: SortKey
  desc: boolean
}

export interface ListView {
  q: string
  show: Show
  uptime: UptimeRange | null
  /** What the rows are sorted by first, then what those that are alike are sorted by. */
  sort: readonly Sort[]
}

/** What differs from the default; the rest stays out of the address. */
interface ListSearch {
  q?: string
  show?: Show
  /** `95-99.5`, `95-` or `-95`, in percent. */
  uptime?: string
  /** `state,tokens.asc`: each in its own first direction, unless said otherwise. */
  sort?: string
}

const longestQuery = 120
/** More than a few columns sort nothing any more. */
export const mostSorts = 3

/** Takes from an address what it understands; everything else is the default. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { q, sort } = search
  const show = shows.find((known) => known === search['show']) ?? 'all'
  return listSearch({
    q: typeof q === 'string' ? q.slice(0, longestQuery) : '',
    show,
    uptime: uptimeOf(search['uptime']),
    sort: sortOf(sort) ?? standardSort(show),
  })
}

export function viewOf({ q = '', show = 'all', uptime, sort }: ListSearch): ListView {
  return { q, show, uptime: uptimeOf(uptime), sort: sortOf(sort) ?? standardSort(show) }
}

export function listSearch({ q, show, uptime, sort }: ListView): ListSearch {
  const text = textOf(sort)
  return {
    ...(q ? { q } : {}),
    ...(show === 'all' ? {} : { show }),
    ...(uptime === null ? {} : { uptime: uptimeText(uptime) }),
    ...(text === '' || text === textOf(standardSort(show)) ? {} : { sort: text }),
  }
}

/** Where something is wrong the worst stands first; else who has the most. */
function standardSort(show: Show): readonly Sort[] {
  const id = ['jailed', 'risk', 'missing'].includes(show) ? 'state' : 'tokens'
  return [{ id, desc: true }]
}

/** The view with another filter: a sort that the user chose stays, the default one becomes the new filter's. */
export function withShow(view: ListView, show: Show): ListView {
  const chosen = textOf(view.sort) !== textOf(standardSort(view.show))
  return { ...view, show, sort: chosen ? view.sort : standardSort(show) }
}

/** Names and ranks begin with the first, amounts with the largest, states with the worst. */
export function startsDescending(sort: SortKey): boolean {
  return sort !== 'moniker' && sort !== 'rank'
}

/** The view sorted by one column: its own first direction, then the other one. */
export function sortedBy(view: ListView, id: SortKey): ListView {
  const [first] = view.sort
  const again = first?.id === id && view.sort.length === 1
  return { ...view, sort: [{ id, desc: again ? !first.desc : startsDescending(id) }] }
}

/** As a table tells it, which knows nothing of what this list can be sorted by. */
export function knownSorts(sorts: readonly { id: string; desc: boolean }[]): Sort[] {
  return sorts.flatMap(({ id, desc }) => {
    const known = sortKeys.find((key) => key === id)
    return known ? [{ id: known, desc }] : []
  })
}

function textOf(sorts: readonly Sort[]): string {
  return sorts
    .map(({ id, desc }) => (desc === startsDescending(id) ? id : `${id}.${desc ? 'desc' : 'asc'}`))
    .join(',')
}

function sortOf(text: unknown): Sort[] | null {
  if (typeof text !== 'string') return null
  const sorts: Sort[] = []
  for (const part of text.split(',')) {
    const [name, direction] = part.split('.')
    const id = sortKeys.find((key) => key === name)
    if (id === undefined || sorts.some((other) => other.id === id) || sorts.length === mostSorts) continue
    sorts.push({ id, desc: direction === undefined ? startsDescending(id) : direction === 'desc' })
  }
  return sorts.length === 0 ? null : sorts
}

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

/** Between which percentages an uptime lies, both included; null where nothing bounds it. At least one side does. */
export interface UptimeRange {
  from: number | null
  to: number | null
}

const pattern = /^(\d{1,3}(?:\.\d{1,2})?)?-(\d{1,3}(?:\.\d{1,2})?)?$/

/** `95-99.5`, `95-` or `-95` of an address; null for whatever is no range. */
export function uptimeOf(text: unknown): UptimeRange | null {
  const found = typeof text === 'string' ? pattern.exec(text) : null
  return found ? rangeOf(found[1], found[2]) : null
}

/** As the address says it. */
function uptimeText({ from, to }: UptimeRange): string {
  return `${from ?? ''}-${to ?? ''}`
}

function rangeOf(begin: string | undefined, end: string | undefined): UptimeRange | null {
  const from = begin === undefined ? null : Number(begin)
  const to = end === undefined ? null : Number(end)
  if (from === null && to === null) return null
  return (from ?? 0) <= (to ?? 100) && (from ?? 0) <= 100 && (to ?? 0) <= 100 ? { from, to } : null
}

/** Whether an uptime lies in the range as the list writes it. What is not known lies in none. */
export function isInUptime(uptime: number | null, { from, to }: UptimeRange): boolean {
  if (uptime === null) return false
  // As it is written: two digits, and never 100% where it is less (P14).
  const written = Math.min(Math.round(uptime * 10_000) / 100, uptime < 1 ? 99.99 : 100)
  return (from ?? 0) <= written && written <= (to ?? 100)
}

/** `95% – 99.5%`, `≥ 95%` or `≤ 99.5%` */
export function uptimeRangeText({ from, to }: UptimeRange, formats: Formats): string {
  const bounds = [from, to].map((one) => (one === null ? null : formats.rate(one / 100)))
  if (from !== null && to !== null) return bounds.join(' – ')
  return from === null ? `≤ ${bounds[1]}` : `≥ ${bounds[0]}`
}
