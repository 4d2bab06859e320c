import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { functionalUpdate, useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { use, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { features, type PageTable, type TableColumn, type TableRow } from '../../ui/table/table-frame.tsx'
import { BridgeCell, PeerId } from './bridge-cells.tsx'
import { alignOf, type ColumnId, columnIds, columnWidth, sortKeyOf } from './bridge-columns.ts'
import {
  compareValues,
  filterBridges,
  type RowContext,
  sortValue,
  SurroundingsContext,
} from './bridge-rows.ts'
import { type BridgesView, knownSort, startsDescending } from './bridges-view.ts'
import { MoreButton } from './row-menu.tsx'

interface Shape {
  all: readonly Bridge[]
  view: BridgesView
  context: RowContext
  onView: (view: BridgesView) => void
  onMenu: (row: Bridge, anchor: HTMLElement) => void
}

interface Shown {
  /** Every bridge, sorted. */
  table: PageTable<Bridge>
  /** Those of the filter, in the order of the table. */
  rows: readonly TableRow<Bridge>[]
}

/** The bridges as a table, and the rows of it that the view shows. */
export function useBridgesTable({ all, view, context, onView, onMenu }: Shape): Shown {
  const { t } = useTranslation('bridges')
  const { compare } = useFormats()
  const { validators } = use(SurroundingsContext)
  const columns = useMemo(
    () => tableColumns({ context, t, onMenu, compareNames: compare }),
    [context, t, onMenu, compare],
  )
  const data = useMemo(() => all.toSorted((a, b) => a.id - b.id), [all])
  const passing = new Set(filterBridges(all, view, (id) => (id === null ? undefined : validators.get(id))))
  // The table takes another object for another state, and draws anew.
  const state = useMemo(() => ({ sorting: [view.sort] }), [view.sort])
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

interface Shared {
  context: RowContext
  onMenu: (row: Bridge, anchor: HTMLElement) => void
  t: TFunction<'bridges'>
  compareNames: (a: string, b: string) => number
}

/** The columns as the table wants them. */
function tableColumns(shared: Shared): TableColumn<Bridge>[] {
  return columnIds.map((id) => tableColumn(id, shared))
}

function tableColumn(id: ColumnId, { context, t, onMenu, compareNames }: Shared): TableColumn<Bridge> {
  const sort = sortKeyOf(id)
  const label = t(`column.${id}`)
  return {
    id,
    meta: {
      label,
      align: alignOf(id),
      width: columnWidth(id),
      ...(id === 'more' && { silent: true }),
    },
    header: label,
    cell: ({ row: { original: row } }) =>
      id === 'more' ? (
        <MoreButton row={row} onMenu={onMenu} tabIndex={-1} />
      ) : id === 'peer' ? (
        <PeerId peerId={row.peer_id} />
      ) : (
        <BridgeCell id={id} row={row} context={context} />
      ),
    enableSorting: sort !== null,
    ...(sort !== null && {
      accessorFn: (row: Bridge) => sortValue(row, sort),
      sortFn: (a, b, key) => compareValues(sort, a.getValue(key), b.getValue(key), compareNames),
      sortUndefined: 'last',
      sortDescFirst: startsDescending(sort),
    }),
  }
}
