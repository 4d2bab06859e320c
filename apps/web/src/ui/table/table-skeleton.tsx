import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { late } from '../late.ts'
import { looksOf, type PageTable } from './table-features.ts'
import { TableHead } from './table-head.tsx'
import { Table } from './table-looks.ts'

const Body = styled('tbody')(late)

interface Bar {
  /** Px. */
  width: number
  height: number
}

interface Props<T extends object> {
  /** Without rows. */
  table: PageTable<T>
  label: string
  /** A number of each row, by which the names of rows differ in length. */
  rows: readonly number[]
  /** What stands in a cell; null: nothing does. */
  barOf: (columnId: string, row: number) => Bar | null
}

/** A table in the shape of what comes, under its real heads. */
export function TableSkeleton<T extends object>({ table, label, rows, barOf }: Props<T>) {
  const columns = table.getVisibleLeafColumns()
  return (
    <Table aria-busy aria-label={label}>
      <colgroup>
        {columns.map((column) => {
          const px = looksOf(column).width
          return <col key={column.id} {...(px === null ? {} : { style: { width: px } })} />
        })}
      </colgroup>
      <TableHead table={table} />
      <Body>
        {rows.map((row) => (
          <tr key={row}>
            {columns.map((column) => {
              const bar = barOf(column.id, row)
              const marginInlineStart = looksOf(column).align === 'end' ? 'auto' : 0
              return (
                <td key={column.id}>
                  {bar === null ? null : <Skeleton {...bar} sx={{ marginInlineStart, maxWidth: '100%' }} />}
                </td>
              )
            })}
          </tr>
        ))}
      </Body>
    </Table>
  )
}
