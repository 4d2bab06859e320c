import type { Validator } from '@roundsman/contract/validators'
import { functionalUpdate, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { features, type PageTable, type TableRow } from '../../ui/table/table-features.ts'
import type { ColumnChoice } from '../../data/column-choice.ts'
import { type ColumnId, columnOrder, columnVisibility, type ListWidth } from './columns.ts'
import type { ListLooks } from './list-context.ts'
import { sameLooks } from './list-looks.ts'
import { knownSorts, type ListView, mostSorts, type Sort } from './list-search.ts'
import { byRank, effectiveSort } from './sort-values.ts'
import { tableColumns } from './table-columns.tsx'
import { useWords } from './use-list-width.ts'
import { filterValidators } from './validator-filter.ts'

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
