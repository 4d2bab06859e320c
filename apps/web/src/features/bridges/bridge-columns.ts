import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { columnSheet, widthBeside } from '../../ui/table/column-sheet.ts'
import { type SortKey, sortKeys } from './bridges-view.ts'

export const columnIds = [
  'name',
  'peer',
  'sync',
  'height',
  'lag',
  'behind',
  'version',
  'update',
  'source',
  'validator',
  'more',
] as const
export type ColumnId = (typeof columnIds)[number]

const atEnd: readonly ColumnId[] = ['height', 'lag', 'behind', 'version', 'update', 'more']
export const alignOf = (id: ColumnId) => (atEnd.includes(id) ? 'end' : 'start')
export const sortKeyOf = (id: ColumnId): SortKey | null => sortKeys.find((key) => key === id) ?? null

/** Rem of the content of the page from which on the bridges are a table, and below which they are cards. */
export const tableFrom = 55
/** Rem with the padding of the cell; name and validator share what is left. */
const widths = {
  peer: 9.875,
  sync: 10.5,
  // Nine digits.
  height: 6.5,
  lag: 6,
  behind: 5.75,
  version: 5.75,
  update: 6,
  source: 5.375,
  more: 2.375,
}

/** The frame of the table. Where there is no room for all of it columns go, and the name last. */
export const BridgesFrame = styled(Paper)({
  ...columnSheet({ ...widths, validator: 12 }, [
    { below: 73, without: ['source'] },
    { below: 68, without: ['behind'] },
    { below: 60, without: ['validator'] },
  ]),
  // A peer id is copied by the menu of its row, too.
  '@container (max-width: 68rem)': {
    '& > table': { '--peer': '8.25rem' },
    '& [data-column="peer"] button': { display: 'none' },
  },
})

/** Of a column, of CSS; null takes what is left. */
export function columnWidth(id: ColumnId): string | null {
  if (id === 'name') return null
  return id === 'validator'
    ? `min(var(--validator), ${widthBeside(Object.keys(widths), 9.25, '7.5rem', '12rem')})`
    : `var(--${id})`
}
