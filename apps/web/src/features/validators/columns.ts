import type { SortKey } from './list-search.ts'

export const columnIds = [
  'rank',
  'moniker',
  'state',
  'blocks',
  'uptime',
  'missed',
  'tokens',
  'share',
  'commission',
  'more',
] as const
export type ColumnId = (typeof columnIds)[number]

export interface Column {
  id: ColumnId
  /** Px; null takes what is left. Widths hold the widest value, so that no live value moves a column. */
  width: number | null
  align: 'start' | 'end'
  sort: SortKey | null
  /** Can be hidden in the columns menu. */
  optional: boolean
}

export const columns: readonly Column[] = [
  { id: 'rank', width: 44, align: 'end', sort: 'rank', optional: false },
  { id: 'moniker', width: null, align: 'start', sort: 'moniker', optional: false },
  { id: 'state', width: 180, align: 'start', sort: 'state', optional: false },
  { id: 'blocks', width: 256, align: 'start', sort: null, optional: true },
  { id: 'uptime', width: 88, align: 'end', sort: 'uptime', optional: true },
  { id: 'missed', width: 82, align: 'end', sort: 'missed', optional: true },
  { id: 'tokens', width: 94, align: 'end', sort: 'tokens', optional: true },
  { id: 'share', width: 74, align: 'end', sort: 'share', optional: true },
  { id: 'commission', width: 100, align: 'end', sort: 'commission', optional: true },
  { id: 'more', width: 42, align: 'end', sort: null, optional: false },
]

export type ListWidth = 'cards' | 'narrow' | 'middle' | 'wide'

/**
 * Pixels that the page needs for each form, without the navigation: below 900 cards; missed goes below 1000. All
 * columns with a name of 160 take 1,120 and the padding 48, so they stand beside the navigation from 1,438 on.
 */
export const listBreakpoints = { narrow: 900, middle: 1000, wide: 1168 } as const
/** Narrower screens show fewer columns even where there would be room for all. */
export const allColumnsFrom = 1200

const tooWideFor: Record<ListWidth, readonly ColumnId[]> = {
  cards: [],
  narrow: ['share', 'commission', 'missed'],
  middle: ['share', 'commission'],
  wide: [],
}

/** Blocks of the strip: half of them where there is no room for 60. */
export function stripBlocks(width: ListWidth): number {
  return width === 'narrow' || width === 'middle' ? 30 : 60
}

export function visibleColumns(width: ListWidth, hidden: readonly ColumnId[]): Column[] {
  return columns
    .filter(({ id }) => !tooWideFor[width].includes(id) && !hidden.includes(id))
    .map((column) =>
      column.id === 'blocks' && stripBlocks(width) === 30 ? { ...column, width: 136 } : column,
    )
}

/** Those that the columns menu can hide. */
export const optionalColumns = columns.filter(({ optional }) => optional).map(({ id }) => id)
