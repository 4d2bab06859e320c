import { uptimeOf, type UptimeRange, uptimeText } from './uptime-range.ts'

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
export interface ListSearch {
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
export function standardSort(show: Show): readonly Sort[] {
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
