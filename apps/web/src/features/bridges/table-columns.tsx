import type { Bridge } from '@roundsman/contract/bridges'
import type { TFunction } from 'i18next'
import type { TableColumn } from '../../ui/table/table-features.ts'
import { BridgeCell } from './bridge-cell.tsx'
import { alignOf, type ColumnId, columnIds, columnWidth, sortKeyOf, type Words } from './bridge-columns.ts'
import { compareValues, sortValue } from './bridge-sort.ts'
import { startsDescending } from './bridges-search.ts'
import type { ListLooks } from './list-looks.ts'

interface Shared {
  words: Words
  /** How many times as large as usual letters are. */
  scale: number
  looks: ListLooks
  t: TFunction<'bridges'>
  compareNames: (a: string, b: string) => number
}

/** The columns as the table wants them. */
export function tableColumns(shared: Shared): TableColumn<Bridge>[] {
  return columnIds.map((id) => tableColumn(id, shared))
}

function tableColumn(id: ColumnId, { words, scale, looks, t, compareNames }: Shared): TableColumn<Bridge> {
  const sort = sortKeyOf(id)
  const label = t(`column.${id}`)
  return {
    id,
    meta: { label, align: alignOf(id), width: columnWidth(id, words, scale) },
    header: label,
    cell: ({ row }) => <BridgeCell id={id} row={row.original} looks={looks} />,
    enableSorting: sort !== null,
    ...(sort !== null && {
      accessorFn: (row: Bridge) => sortValue(row, sort),
      sortFn: (a, b, key) => compareValues(sort, a.getValue(key), b.getValue(key), compareNames),
      sortUndefined: 'last',
      sortDescFirst: startsDescending(sort),
    }),
  }
}
