import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { useLetterScale } from '../../ui/use-measured.ts'
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

/** Words of Russian and Ukrainian are longer. */
type Words = 'short' | 'long'
type TableForm = 'full' | 'tight' | 'middle' | 'narrow'
export type ListForm = 'cards' | TableForm

/** Px with the padding of the cell: they hold the widest value and the widest head, so that no live value moves one. */
const widths: Record<Words, Record<Exclude<ColumnId, 'name'>, number>> = {
  short: {
    ...{ peer: 158, sync: 126, height: 92, lag: 74, behind: 92 },
    ...{ version: 92, update: 80, source: 68, validator: 172, more: 38 },
  },
  long: {
    ...{ peer: 158, sync: 172, height: 92, lag: 98, behind: 96 },
    ...{ version: 92, update: 98, source: 86, validator: 172, more: 38 },
  },
}
/** Of a peer id without the button that copies it: that is in the menu of the row. */
const peerAlone = 132
/** Where there is no room for all of them columns go, and the name last; `name`: px that are left for it. */
const forms: Record<TableForm, { name: number; without: readonly ColumnId[] }> = {
  full: { name: 172, without: [] },
  tight: { name: 184, without: ['source'] },
  middle: { name: 148, without: ['source', 'behind'] },
  narrow: { name: 142, without: ['source', 'behind', 'validator'] },
}

/** Cards below that, whatever fits. */
const tableFrom = 900
/** Px beside the columns: padding of the page, and the edges of the table. */
const around = 50

/**
 * Px of the screen from which on a form has room, without the navigation.
 * @param scale how many times as large as usual letters are
 */
function roomFor(form: TableForm, words: Words, scale: number): number {
  const fixed = columnIds
    .filter((id) => !forms[form].without.includes(id))
    .reduce((sum, id) => sum + (columnWidth(id, { form, words, scale }) ?? forms[form].name * scale), 0)
  return Math.max(tableFrom * scale, fixed + around)
}

/** Whether a peer id has a button of its own that copies it. */
export function hasCopyButton(form: ListForm): boolean {
  return form === 'full' || form === 'tight'
}

/** What the widths of columns hang on; `scale`: how many times as large as usual letters are. */
export interface Room {
  form: ListForm
  words: Words
  scale: number
}

/** Px; null takes what is left. Whatever has letters grows with them. */
export function columnWidth(id: ColumnId, { form, words, scale }: Room): number | null {
  if (id === 'name') return null
  return (id === 'peer' && !hasCopyButton(form) ? peerAlone : widths[words][id]) * scale
}

/** Columns that there is no room for. */
export function columnVisibility(form: ListForm): Record<string, boolean> {
  return form === 'cards' ? {} : Object.fromEntries(forms[form].without.map((id) => [id, false]))
}

/** Which form of the list there is room for: with letters twice as large as much as on a screen half as wide. */
export function useListForm(): ListForm {
  const narrow = useRoom('narrow')
  const middle = useRoom('middle')
  const tight = useRoom('tight')
  const full = useRoom('full')
  return full ? 'full' : tight ? 'tight' : middle ? 'middle' : narrow ? 'narrow' : 'cards'
}

function useRoom(form: TableForm): boolean {
  const nav = use(NavWidthContext)
  const words = useWords()
  const scale = useLetterScale()
  return useMediaQuery(`(min-width:${roomFor(form, words, scale) + nav}px)`, { noSsr: true })
}

/** How much room the words of the user's language take. */
export function useWords(): Words {
  const { i18n } = useTranslation()
  return i18n.resolvedLanguage === 'ru' || i18n.resolvedLanguage === 'uk' ? 'long' : 'short'
}
