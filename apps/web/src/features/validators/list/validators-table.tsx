import { stateOf } from '@roundsman/contract/networks/validator-state'
import { shownLetters, type Validator } from '@roundsman/contract/networks/validators'
import { functionalUpdate, useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useMemo } from 'react'
import type { ColumnChoice } from '../../../data/services/table-columns.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ValidatorLink } from '../../../parts/validator-cells.tsx'
import { StateCell } from '../../../parts/validator-state.tsx'
import { features, type PageTable, type TableColumn, type TableRow } from '../../../ui/table/table-frame.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { type Column, type ColumnId, columnOrder, columns, columnWidth, StripRoom } from './columns.ts'
import { byRank, compareValues, effectiveSort, filterValidators, sortValue } from './list-rows.ts'
import { knownSorts, type ListView, mostSorts, type Sort, startsDescending } from './list-view.ts'
import { OpenStrip, RowStrip } from './row-strip.tsx'
import { FigureText, figureOf, type RowContext, sameRowContext } from './row-figures.tsx'
import { MoreButton, RowStar } from './row-menu.tsx'

const VotesCell = lazy(() => import('./votes-cell.tsx'))

interface Shape {
  all: readonly Validator[]
  /** What the view is tested on, where that is not what is drawn. */
  tested?: readonly Validator[]
  view: ListView
  choice: ColumnChoice<ColumnId>
  context: RowContext
  /** Ids of the user's own validators. */
  mine: ReadonlySet<number>
  /** Ids of rows that show more of their blocks. */
  open: ReadonlySet<number>
  onView: (view: ListView) => void
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onToggle: (row: Validator) => void
}

interface Shown {
  /** Every validator, sorted, with the columns that the user wants. */
  table: PageTable<Validator>
  /** Those of the filter, in the order of the table. */
  rows: readonly TableRow<Validator>[]
}

/** The list as a table, and the rows of it that the view shows. */
export function useValidatorsTable(shape: Shape): Shown {
  const { all, tested = all, view, choice, mine, open, onView, onMenu, onToggle } = shape
  const { t } = useTranslation()
  const { compare } = useFormats()
  const context = useKept(shape.context, sameRowContext)
  const columns = useMemo(
    () => tableColumns({ hidden: choice.hidden, context, t, compareNames: compare, onMenu, onToggle }),
    [choice.hidden, context, t, compare, onMenu, onToggle],
  )
  const data = useMemo(() => byRank(all), [all])
  const passing = useMemo(
    () => new Set(filterValidators(tested, view, mine).map(({ id }) => id)),
    [tested, view, mine],
  )
  const sort = useKept(effectiveSort(all, view.sort), sameSorts)
  // The table takes another object for another state, and draws anew.
  const state = useMemo(
    () => ({
      sorting: [...sort],
      columnVisibility: Object.fromEntries(choice.hidden.map((id) => [id, false])),
      columnOrder: columnOrder(choice.order),
      expanded: Object.fromEntries([...open].map((id) => [id, true])),
    }),
    [sort, choice, open],
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
  return { table, rows: table.getRowModel().rows.filter(({ original }) => passing.has(original.id)) }
}

function sameSorts(a: readonly Sort[], b: readonly Sort[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

interface Shared {
  hidden: readonly ColumnId[]
  context: RowContext
  t: TFunction
  compareNames: (a: string, b: string) => number
  onMenu: (row: Validator, anchor: HTMLElement) => void
  /** Shows more blocks of a row, or no longer. */
  onToggle: (row: Validator) => void
}

/** Time runs left to right in every language: the newest block is at the right end, and the oldest ones give way. */
const Strip = styled('div')({
  display: 'flex',
  direction: 'ltr',
  justifyContent: 'flex-end',
  width: 'fit-content',
  maxWidth: '100%',
  overflow: 'hidden',
})
/** Says how many blocks there are where all of them are shown. */
const BlocksHead = styled('div')({
  containerType: 'inline-size',
  '& > span': { display: 'flex', direction: 'ltr', justifyContent: 'space-between', gap: 8, maxWidth: 239 },
  '& > span > span': { flex: 'none' },
  '& > span > span:first-of-type': { flex: '0 1 auto', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& [data-part]': { display: 'none' },
  '@container (width < 155px)': { '& [aria-hidden]': { display: 'none' } },
  '@container (width < 179px)': {
    '& [data-whole]': { display: 'none' },
    '& [data-part]': { display: 'inline' },
  },
})

/** The columns as the table wants them. */
function tableColumns(shared: Shared): TableColumn<Validator>[] {
  return columns.map((column) => tableColumn(column, shared))
}

function tableColumn({ id, align, sort }: Column, shared: Shared): TableColumn<Validator> {
  const { t, hidden, compareNames } = shared
  const label = id === 'blocks' ? t('column.blocks', { count: shownLetters }) : t(`column.${id}`)
  return {
    id,
    meta: {
      label,
      align,
      width: columnWidth(id, hidden),
      ...((id === 'more' || id === 'favourite') && { silent: true }),
    },
    header: () =>
      id === 'blocks' ? (
        <BlocksHead>
          <span>
            <span dir="auto">
              <span data-whole>{label}</span>
              <span data-part>{t('column.blocksPart')}</span>
            </span>
            <span aria-hidden>{t('column.now')}</span>
          </span>
        </BlocksHead>
      ) : id === 'rank' ? (
        t('column.rankShort')
      ) : (
        label
      ),
    cell: ({ row }) => <Cell id={id} row={row.original} isOpen={row.getIsExpanded()} shared={shared} />,
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
  shared: Shared
}

function Cell({ id, row, isOpen, shared: { context, onMenu, onToggle } }: CellProps) {
  const formats = useFormats()
  switch (id) {
    case 'moniker':
      // By keyboard it is in the menu of the row, whose one stop that is, as the star is.
      return <ValidatorLink row={row} tabIndex={-1} />
    case 'state':
      return <StateCell state={stateOf(row)} staleAge={context.staleAge} halted={context.halted} lines />
    case 'blocks':
      return (
        <StripRoom>
          <OpenStrip row={row} isOpen={isOpen} tabIndex={-1} onToggle={onToggle}>
            <Strip data-bars="">
              <RowStrip row={row} context={context} />
            </Strip>
          </OpenStrip>
        </StripRoom>
      )
    case 'favourite':
      return <RowStar row={row} tabIndex={-1} />
    case 'more':
      return <MoreButton row={row} onMenu={onMenu} />
    case 'votes':
      return (
        <Suspense>
          <VotesCell id={row.id} />
        </Suspense>
      )
    default:
      return <FigureText {...figureOf(id, row, formats, context)} />
  }
}
