import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnRules } from '../../../data/services/table-columns.ts'
import { NavWidthContext } from '../../../ui/nav-width.ts'
import { type StripPitch, stripWidth } from '../../../ui/strip/strip.tsx'
import { useLetterScale } from '../../../ui/use-measured.ts'
import type { SortKey } from './list-view.ts'

export const columnIds = [
  'favourite',
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
  align: 'start' | 'end'
  sort: SortKey | null
  /** What the user may do with it: hide and move it, move it only, or nothing. */
  choice: 'free' | 'shown' | 'fixed'
}

export const columns: readonly Column[] = [
  { id: 'favourite', align: 'start', sort: null, choice: 'fixed' },
  { id: 'rank', align: 'end', sort: 'rank', choice: 'fixed' },
  { id: 'moniker', align: 'start', sort: 'moniker', choice: 'fixed' },
  { id: 'state', align: 'start', sort: 'state', choice: 'shown' },
  { id: 'blocks', align: 'start', sort: null, choice: 'free' },
  { id: 'uptime', align: 'end', sort: 'uptime', choice: 'free' },
  { id: 'missed', align: 'end', sort: 'missed', choice: 'free' },
  { id: 'tokens', align: 'end', sort: 'tokens', choice: 'free' },
  { id: 'share', align: 'end', sort: 'share', choice: 'free' },
  { id: 'commission', align: 'end', sort: 'commission', choice: 'free' },
  { id: 'more', align: 'end', sort: null, choice: 'fixed' },
]

/** Words of Russian and Ukrainian are longer. */
export type Words = 'short' | 'long'
export type ListWidth = 'cards' | 'narrow' | 'middle' | 'tight' | 'full' | 'wide'

type Widths = Record<Exclude<ColumnId, 'moniker' | 'blocks'>, number>
/** Px with the padding of the cell. They hold the widest value and the widest head, so that no live value moves one. */
const widths: Record<Words, Widths> = {
  short: {
    favourite: 38,
    rank: 42,
    state: 220,
    uptime: 82,
    missed: 74,
    tokens: 81,
    share: 68,
    commission: 91,
    more: 38,
  },
  long: {
    favourite: 38,
    rank: 42,
    state: 270,
    uptime: 90,
    missed: 82,
    tokens: 92,
    share: 74,
    commission: 88,
    more: 38,
  },
}
interface Form {
  /** Of the strip. */
  blocks: Record<Words, number>
  pitch: StripPitch
  /** Px that are left for the name at the least: 50 for avatar and padding, and 7 for each letter. */
  name: number
  without: readonly ColumnId[]
}
/**
 * Where there is no room for all of it the bars of the strip grow thinner first, then it shows fewer blocks, then
 * columns go, and the name last.
 */
const forms: Record<Exclude<ListWidth, 'cards'>, Form> = {
  wide: { blocks: { short: 60, long: 60 }, pitch: 4, name: 225, without: [] },
  full: { blocks: { short: 60, long: 60 }, pitch: 3, name: 190, without: [] },
  tight: { blocks: { short: 60, long: 30 }, pitch: 3, name: 190, without: [] },
  middle: { blocks: { short: 60, long: 30 }, pitch: 3, name: 190, without: ['share', 'commission'] },
  narrow: {
    blocks: { short: 50, long: 30 },
    pitch: 3,
    name: 160,
    without: ['share', 'commission', 'missed'],
  },
}

/** Narrower screens show fewer columns even where there would be room for all. */
const allColumnsFrom = 1200
/** Cards below that, whatever fits. */
const tableFrom = 900
/** Px beside the columns: padding of the page, and the edges of the table. */
const around = 50

/** The strip: thinner where there is no room, then fewer blocks than 60. */
export function stripForm(width: ListWidth, words: Words): { blocks: number; pitch: StripPitch } {
  if (width === 'cards') return { blocks: 60, pitch: 4 }
  const { blocks, pitch } = forms[width]
  return { blocks: blocks[words], pitch }
}

/**
 * Px of the screen from which on a form has room, without the navigation.
 * @param scale how many times as large as usual letters are
 */
export function roomFor(width: Exclude<ListWidth, 'cards'>, words: Words, scale: number): number {
  const fixed = columns
    .filter(({ id }) => !forms[width].without.includes(id))
    .reduce((sum, { id }) => sum + (columnWidth(id, width, words, scale) ?? forms[width].name * scale), 0)
  return Math.max(tableFrom * scale, fixed + around)
}

/** Px; null takes what is left. Whatever has letters grows with them, the strip has none. */
export function columnWidth(id: ColumnId, width: ListWidth, words: Words, scale: number): number | null {
  if (id === 'moniker') return null
  if (id !== 'blocks') return widths[words][id] * scale
  const { blocks, pitch } = stripForm(width, words)
  return stripWidth(blocks, pitch) + 16
}

/** What can be chosen of the table: neither who a row is of, nor what can be done with it. */
export const columnRules: ColumnRules<ColumnId> = {
  standard: columns.filter(({ choice }) => choice !== 'fixed').map(({ id }) => id),
  always: columns.filter(({ choice }) => choice === 'shown').map(({ id }) => id),
}

/** Columns that are not shown: those that the user hides, and those that there is no room for. */
export function columnVisibility(width: ListWidth, hidden: readonly ColumnId[]): Record<string, boolean> {
  const without = width === 'cards' ? [] : forms[width].without
  return Object.fromEntries([...hidden, ...without].map((id) => [id, false]))
}

/** Every column: who a row is of, then what the user may move, then what can be done with it. */
export function columnOrder(chosen: readonly ColumnId[]): ColumnId[] {
  const fixed = columns.filter(({ choice }) => choice === 'fixed').map(({ id }) => id)
  return [...fixed.filter((id) => id !== 'more'), ...chosen, 'more']
}

/** Which form of the list there is room for: with letters twice as large as much as on a screen half as wide. */
export function useListWidth(): ListWidth {
  const nav = use(NavWidthContext)
  const words = useWords()
  const scale = useLetterScale()
  const narrow = useMediaQuery(`(min-width:${roomFor('narrow', words, scale) + nav}px)`, { noSsr: true })
  const middle = useMediaQuery(`(min-width:${roomFor('middle', words, scale) + nav}px)`, { noSsr: true })
  const tightFrom = Math.max(allColumnsFrom * scale, roomFor('tight', words, scale) + nav)
  const tight = useMediaQuery(`(min-width:${tightFrom}px)`, { noSsr: true })
  const fullFrom = Math.max(allColumnsFrom * scale, roomFor('full', words, scale) + nav)
  const full = useMediaQuery(`(min-width:${fullFrom}px)`, { noSsr: true })
  const wideFrom = Math.max(allColumnsFrom * scale, roomFor('wide', words, scale) + nav)
  const wide = useMediaQuery(`(min-width:${wideFrom}px)`, { noSsr: true })
  return wide ? 'wide' : full ? 'full' : tight ? 'tight' : middle ? 'middle' : narrow ? 'narrow' : 'cards'
}

/** How much room the words of the user's language take. */
export function useWords(): Words {
  const { i18n } = useTranslation()
  return i18n.resolvedLanguage === 'ru' || i18n.resolvedLanguage === 'uk' ? 'long' : 'short'
}
