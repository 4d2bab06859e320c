import { memo, type ReactNode } from 'react'
import { RowStopContext } from './row-stop.ts'
import { looksOf, type PageTable, type TableColumn, type TableRow } from './table-features.ts'

interface Props<T extends object> {
  table: PageTable<T>
  row: TableRow<T>
  /** Place among the rows, from 0. */
  index: number
  /** Place among all lines of the table, from 0. */
  line: number
  current: boolean
  /** What decides, besides the row itself, how it is drawn. */
  columns: readonly TableColumn<T>[]
  shown: string
  open: boolean
}

function Row<T extends object>({ table, row, index, line, current, open }: Props<T>) {
  return (
    <RowStopContext value={current}>
      <tr data-row={row.id} data-at={index} aria-rowindex={line + 2} data-open={open || undefined}>
        {row.getVisibleCells().map((cell) => (
          <td key={cell.column.id} data-align={looksOf(cell.column).align}>
            <table.FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    </RowStopContext>
  )
}

/**
 * One row. Drawn again only when what it shows, or what all rows share, has changed: the library makes every row anew
 * with each change of the data.
 */
export const DataRow = memo(
  Row,
  (a, b) =>
    a.row.original === b.row.original &&
    a.index === b.index &&
    a.line === b.line &&
    a.current === b.current &&
    a.columns === b.columns &&
    a.shown === b.shown &&
    a.open === b.open,
) as <T extends object>(props: Props<T>) => ReactNode
