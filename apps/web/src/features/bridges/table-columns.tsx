import type { Bridge } from '@roundsman/contract/bridges'
import type { TFunction } from 'i18next'
import type { TableColumn } from '../../ui/table/table-features.ts'
import { BridgeCell } from './bridge-cell.tsx'
import {
  alignOf,
  type ColumnId,
  columnIds,
  columnWidth,
  hasCopyButton,
  type Room,
  sortKeyOf,
} from './bridge-columns.ts'
import { compareValues, sortValue } from './bridge-sort.ts'
import { startsDescending } from './bridges-search.ts'
import type { ListLooks } from './list-looks.ts'
import { MoreButton } from './more-button.tsx'
import { PeerId } from './peer-id.tsx'

interface Shared {
  room: Room
  looks: ListLooks
  onMenu: (row: Bridge, anchor: HTMLElement) => void
  t: TFunction<'bridges'>
  compareNames: (a: string, b: string) => number
}

/** The columns as the table wants them. */
export function tableColumns(shared: Shared): TableColumn<Bridge>[] {
  return columnIds.map((id) => tableColumn(id, shared))
}

function tableColumn(id: ColumnId, { room, looks, t, onMenu, compareNames }: Shared): TableColumn<Bridge> {
  const sort = sortKeyOf(id)
  const label = t(`column.${id}`)
  return {
    id,
    meta: {
      ...{ label, align: alignOf(id), width: columnWidth(id, room) },
      ...(id === 'more' && { silent: true }),
    },
    header: label,
    cell: ({ row: { original: row } }) =>
      id === 'more' ? (
        <MoreButton row={row} onMenu={onMenu} tabIndex={-1} />
      ) : id === 'peer' ? (
        <PeerId peerId={row.peer_id} canCopy={hasCopyButton(room.form)} />
      ) : (
        <BridgeCell id={id} row={row} looks={looks} />
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
