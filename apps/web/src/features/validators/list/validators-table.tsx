import { styled } from '@mui/material/styles'
import { stateOf } from '@roundsman/contract/validator-state'
import { shownLetters, type Validator } from '@roundsman/contract/validators'
import { functionalUpdate, useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnChoice } from '../../../data/services/table-columns.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { ValidatorLink, ValidatorStrip } from '../../../parts/validator-cells.tsx'
import { StateCell } from '../../../parts/validator-state.tsx'
import { stripWidth } from '../../../ui/strip/strip.tsx'
import { features, type PageTable, type TableColumn, type TableRow } from '../../../ui/table/table-frame.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { useLetterScale } from '../../../ui/use-measured.ts'
import {
  type Column,
  type ColumnId,
  columnOrder,
  columns,
  columnVisibility,
  columnWidth,
  type ListWidth,
  stripForm,
  useWords,
  type Words,
} from './columns.ts'
import { byRank, compareValues, effectiveSort, filterValidators, sortValue } from './list-rows.ts'
import { knownSorts, type ListView, mostSorts, type Sort, startsDescending } from './list-view.ts'
import { OpenStrip } from './row-blocks.tsx'
import { figureOf, FigureText, type ListLooks, sameLooks } from './row-figures.tsx'
import { MoreButton, RowStar } from './row-menu.tsx'

interface Shape {
  all: readonly Validator[]
  view: ListView
  width: ListWidth
  choice: ColumnChoice<ColumnId>
  looks: ListLooks
  /** Ids of the user's own validators. */
  mine: ReadonlySet<number>
  /** Ids of rows that show more of their blocks. */
  open: ReadonlySet<number>
  onView: (view: ListView) => void
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onToggle: (row: Validator) => void
}

interface Shown {
  /** Every validator, sorted, with the columns that there is room for. */
  table: PageTable<Validator>
  /** Those of the filter, in the order of the table. */
  rows: readonly TableRow<Validator>[]
}

/** The list as a table, and the rows of it that the view shows. */
export function useValidatorsTable(shape: Shape): Shown {
  const { all, view, width, choice, mine, open, onView, onMenu, onToggle } = shape
  const { t } = useTranslation()
  const { compare } = useFormats()
  const words = useWords()
  const scale = useLetterScale()
  const looks = useKept(shape.looks, sameLooks)
  const columns = useMemo(
    () => tableColumns({ width, words, scale, looks, t, compareNames: compare, onMenu, onToggle }),
    [width, words, scale, looks, t, compare, onMenu, onToggle],
  )
  const data = useMemo(() => byRank(all), [all])
  const passing = useMemo(() => new Set(filterValidators(all, view, mine)), [all, view, mine])
  const sort = useKept(effectiveSort(all, view.sort), sameSorts)
  // The table takes another object for another state, and draws anew.
  const state = useMemo(
    () => ({
      sorting: [...sort],
      columnVisibility: columnVisibility(width, choice.hidden),
      columnOrder: columnOrder(choice.order),
      expanded: Object.fromEntries([...open].map((id) => [id, true])),
    }),
    [sort, width, choice, open],
  )
  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ id }) => String(id),
    getRowCanExpand: () => true,
    state,
    onSortingChange: (change) =>
      onView({ ...view, sort: knownSorts(functionalUpdate(change, state.sorting)) }),
    enableSortingRemoval: false,
    maxMultiSortColCount: mostSorts,
  })
  return { table, rows: table.getRowModel().rows.filter(({ original }) => passing.has(original)) }
}

function sameSorts(a: readonly Sort[], b: readonly Sort[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

interface Shared {
  width: ListWidth
  words: Words
  /** How many times as large as usual letters are. */
  scale: number
  looks: ListLooks
  t: TFunction
  compareNames: (a: string, b: string) => number
  onMenu: (row: Validator, anchor: HTMLElement) => void
  /** Shows more blocks of a row, or no longer. */
  onToggle: (row: Validator) => void
}

/** Time runs left to right in every language, so the newest block is at the right end. */
const BlocksHead = styled('span')({
  display: 'flex',
  direction: 'ltr',
  justifyContent: 'space-between',
  gap: 8,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
})

/** The columns as the table wants them. */
function tableColumns(shared: Shared): TableColumn<Validator>[] {
  return columns.map((column) => tableColumn(column, shared))
}

function tableColumn({ id, align, sort }: Column, shared: Shared): TableColumn<Validator> {
  const { t, width, words, scale, compareNames } = shared
  const strip = stripForm(width, words)
  const { blocks } = strip
  const label = id === 'blocks' ? t('column.blocks', { count: blocks }) : t(`column.${id}`)
  return {
    id,
    meta: {
      label,
      align,
      width: columnWidth(id, width, words, scale),
      ...((id === 'more' || id === 'favourite') && { silent: true }),
    },
    header: () =>
      id === 'blocks' ? (
        <BlocksHead style={{ width: stripWidth(blocks, strip.pitch) }}>
          <span dir="auto" title={label}>
            {blocks === shownLetters ? label : t('column.blocksShort', { count: blocks })}
          </span>
          {blocks === shownLetters ? <span aria-hidden>{t('column.now')}</span> : null}
        </BlocksHead>
      ) : id === 'rank' ? (
        t('column.rankShort')
      ) : (
        label
      ),
    cell: ({ row }) => (
      <Cell id={id} row={row.original} isOpen={row.getIsExpanded()} strip={strip} shared={shared} />
    ),
    enableSorting: sort !== null,
    ...(sort !== null && {
      accessorFn: (row: Validator) => sortValue(row, sort),
      sortFn: (a, b, key) => compareValues(a.getValue(key), b.getValue(key), compareNames),
      sortUndefined: 'last',
      sortDescFirst: startsDescending(sort),
    }),
  }
}

interface CellProps {
  id: ColumnId
  row: Validator
  isOpen: boolean
  strip: ReturnType<typeof stripForm>
  shared: Shared
}

function Cell({ id, row, isOpen, strip, shared: { looks, onMenu, onToggle } }: CellProps) {
  const formats = useFormats()
  switch (id) {
    case 'moniker':
      // By keyboard it is in the menu of the row, whose one stop that is, as the star is.
      return <ValidatorLink row={row} tabIndex={-1} />
    case 'state':
      return <StateCell state={stateOf(row)} staleAge={looks.staleAge} halted={looks.halted} />
    case 'blocks':
      return (
        <OpenStrip row={row} isOpen={isOpen} tabIndex={-1} onToggle={onToggle}>
          <ValidatorStrip
            letters={row.recent_signatures}
            {...strip}
            unseen={looks.unseenBlocks}
            stale={looks.staleAge !== null}
          />
        </OpenStrip>
      )
    case 'favourite':
      return <RowStar row={row} tabIndex={-1} />
    case 'more':
      return <MoreButton row={row} onMenu={onMenu} />
    default:
      return <FigureText {...figureOf(id, row, formats, looks)} />
  }
}
