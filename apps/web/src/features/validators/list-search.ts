/** The view of the list that its address carries, so that it can be shared and gone back to. */
export const shows = ['all', 'active', 'inactive', 'jailed', 'risk', 'missing'] as const
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

export interface ListView {
  q: string
  show: Show
  sort: SortKey
  desc: boolean
}

/** What differs from the default; the rest stays out of the address. */
export interface ListSearch {
  q?: string
  show?: Show
  sort?: SortKey
  desc?: boolean
}

const standard: ListView = { q: '', show: 'all', sort: 'tokens', desc: true }
const longestQuery = 120

/** Takes from an address what it understands; everything else is the default. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { q, desc } = search
  const show = shows.find((known) => known === search['show'])
  const sort = sortKeys.find((known) => known === search['sort'])
  return listSearch({
    ...(typeof q === 'string' && { q: q.slice(0, longestQuery) }),
    ...(show && { show }),
    ...(sort && { sort, desc: startsDescending(sort) }),
    ...((desc === 'true' || desc === true) && { desc: true }),
    ...((desc === 'false' || desc === false) && { desc: false }),
  })
}

export function viewOf(search: ListSearch): ListView {
  const sort = search.sort ?? standard.sort
  return { ...standard, ...search, sort, desc: search.desc ?? startsDescending(sort) }
}

export function listSearch(view: Partial<ListView>): ListSearch {
  const { q, show, sort, desc } = view
  return {
    ...(q ? { q } : {}),
    ...(show && show !== standard.show ? { show } : {}),
    ...(sort && sort !== standard.sort ? { sort } : {}),
    ...(desc !== undefined && desc !== startsDescending(sort ?? standard.sort) ? { desc } : {}),
  }
}

/** Names and ranks begin with the first, amounts with the largest. */
export function startsDescending(sort: SortKey): boolean {
  return sort !== 'moniker' && sort !== 'rank'
}

/** The view after a click on a column's head: the column's own first direction, then the other one. */
export function sortedBy(view: ListView, sort: SortKey): ListView {
  return { ...view, sort, desc: view.sort === sort ? !view.desc : startsDescending(sort) }
}
