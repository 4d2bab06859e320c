import type { Bridge } from '@roundsman/contract/bridges'
import { functionalUpdate, useTable } from '@tanstack/react-table'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { features, type PageTable, type TableRow } from '../../ui/table/table-features.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { columnVisibility, type ListForm } from './bridge-columns.ts'
import { filterBridges } from './bridge-filter.ts'
import { type BridgesView, knownSort } from './bridges-search.ts'
import { type ListLooks, SurroundingsContext } from './list-looks.ts'
import { tableColumns } from './table-columns.tsx'
import { useWords } from './use-list-form.ts'

interface Shape {
  all: readonly Bridge[]
  view: BridgesView
  form: ListForm
  looks: ListLooks
  onView: (view: BridgesView) => void
  onMenu: (row: Bridge, anchor: HTMLElement) => void
}

interface Shown {
  /** Every bridge, sorted, with the columns that there is room for. */
  table: PageTable<Bridge>
  /** Those of the filter, in the order of the table. */
  rows: readonly TableRow<Bridge>[]
}

/** The bridges as a table, and the rows of it that the view shows. */
export function useBridgesTable({ all, view, form, looks, onView, onMenu }: Shape): Shown {
  const { t } = useTranslation('bridges')
  const { compare } = useFormats()
  const words = useWords()
  const scale = useLetterScale()
  const { validators } = use(SurroundingsContext)
  const columns = useMemo(
    () => tableColumns({ room: { form, words, scale }, looks, t, onMenu, compareNames: compare }),
    [form, words, scale, looks, t, onMenu, compare],
  )
  const data = useMemo(() => all.toSorted((a, b) => a.id - b.id), [all])
  const passing = new Set(filterBridges(all, view, (id) => (id === null ? undefined : validators.get(id))))
  // The table takes another object for another state, and draws anew.
  const state = useMemo(
    () => ({ sorting: [view.sort], columnVisibility: columnVisibility(form) }),
    [view.sort, form],
  )
  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ id }) => String(id),
    state,
    onSortingChange: (change) =>
      onView({ ...view, sort: knownSort(functionalUpdate(change, state.sorting)) }),
    enableSortingRemoval: false,
    enableMultiSort: false,
  })
  return { table, rows: table.getRowModel().rows.filter(({ original }) => passing.has(original)) }
}
