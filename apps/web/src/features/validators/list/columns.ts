import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { shownLetters } from '@roundsman/contract/networks/validators'
import type { ColumnRules } from '../../../data/services/table-columns.ts'
import { stripWidth } from '../../../ui/strip/strip.tsx'
import { columnSheet, roomBeside } from '../../../ui/table/column-sheet.ts'
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
  'votes',
  'more',
] as const
export type ColumnId = (typeof columnIds)[number]

export interface Column {
  id: ColumnId
  align: 'start' | 'end'
  sort: SortKey | null
  /** What the user may do with it: hide and move it; the same, where it is hidden at first; move it only; or nothing. */
  choice: 'free' | 'extra' | 'shown' | 'fixed'
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
  { id: 'votes', align: 'end', sort: null, choice: 'extra' },
  { id: 'more', align: 'end', sort: null, choice: 'fixed' },
]

/** Rem of the content of the page from which on the list is a table, and below which it is cards. */
export const tableFrom = 55
/** Rem with the padding of the cell, of what has no more than it needs. */
const widths = {
  favourite: 2.375,
  rank: 2.625,
  // On two lines; on one it has `wideState`.
  state: 11.75,
  uptime: 5,
  missed: 4.875,
  tokens: 6,
  share: 4.25,
  commission: 5.5,
  votes: 5.5,
  more: 2.375,
}
/** Rem for the longest state of every language on one line. */
const wideState = 17
/** Rem for a name of 20 letters. */
const nameWidth = 11.875
/** Rem of the frame from which on there is room for the longest state on one line. */
const wideFrom = 77
/** Px of a strip as it is elsewhere, of one whose bars have 3 px each in place of 4, and of the 30 newest of those; 16 are the padding. */
const wholeStrip = stripWidth(shownLetters)
const narrowStrip = 0.75 * wholeStrip
const shortStrip = 0.75 * stripWidth(30)
const padding = 16

/**
 * What a strip stands in: as it is elsewhere where that fits its column, else with thinner bars, of which the oldest
 * give way, whole ones (P121).
 */
export const StripRoom = styled('div')({
  containerType: 'inline-size',
  '& canvas': { width: narrowStrip, maxWidth: 'none' },
  '& [data-bars]': { maxWidth: 'calc(round(down, 100cqi + 1px, 3px) - 1px)' },
  [`@container (width >= ${wholeStrip}px)`]: {
    '& canvas': { width: wholeStrip },
    '& [data-bars]': { maxWidth: 'none' },
  },
})

/**
 * The frame of the table. Where there is no room for all of it the bars of the strip grow thinner, then the oldest
 * blocks go, then columns do, and the name last.
 */
export const ListFrame = styled(Paper)({
  ...columnSheet(widths, [
    { below: 66, without: ['share', 'commission'] },
    { below: 55, without: ['missed'] },
  ]),
  [`@container (width >= ${wideFrom}rem)`]: { '& > table': { '--state': `${wideState}rem` } },
  // States are never cut: what one says besides its word takes a second line, which leaves the row as high as it is.
  [`@container (width < ${wideFrom}rem)`]: {
    '& td[data-column="state"] [data-mark]': {
      lineHeight: 1.2,
      '& > span': { whiteSpace: 'normal', textWrap: 'balance' },
      '& [data-line]': { display: 'block' },
      '& [data-dot]': { display: 'none' },
    },
  },
})

/** Of a column, of CSS; null takes what is left. Beside columns that the user hides there is more room for the strip. */
export function columnWidth(id: ColumnId, hidden: readonly ColumnId[]): string | null {
  if (id === 'moniker') return null
  if (id !== 'blocks') return `var(--${id})`
  const others = Object.keys(widths).filter((other) => hidden.every((one) => one !== other))
  const left = roomBeside(others, nameWidth)
  // All of the strip, or else that with thinner bars: what is between them is the name's.
  const most = `clamp(${narrowStrip + padding}px, (${left} - ${wholeStrip + padding - 1}px) * 9999, ${wholeStrip + padding}px)`
  return `min(max(${shortStrip + padding}px, ${left}), ${most})`
}

/** What can be chosen of the table: neither who a row is of, nor what can be done with it. */
export const columnRules: ColumnRules<ColumnId> = {
  standard: columns.filter(({ choice }) => choice !== 'fixed').map(({ id }) => id),
  always: columns.filter(({ choice }) => choice === 'shown').map(({ id }) => id),
  hiddenAtFirst: columns.filter(({ choice }) => choice === 'extra').map(({ id }) => id),
}

/** Every column: who a row is of, then what the user may move, then what can be done with it. */
export function columnOrder(chosen: readonly ColumnId[]): ColumnId[] {
  const fixed = columns.filter(({ choice }) => choice === 'fixed').map(({ id }) => id)
  return [...fixed.filter((id) => id !== 'more'), ...chosen, 'more']
}
