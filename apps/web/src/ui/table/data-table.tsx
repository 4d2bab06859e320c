import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { DataRow } from './data-row.tsx'
import { looksOf, type PageTable, type TableRow } from './table-features.ts'
import { TableHead } from './table-head.tsx'
import { Table } from './table-looks.ts'
import { useEveryRow } from './use-every-row.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWholeCopy } from './use-whole-copy.ts'
import { useWindowRows } from './use-window-rows.ts'

interface Props<T extends object> {
  table: PageTable<T>
  /** The rows in the order that is shown, where it is not the table's own. */
  rows?: readonly TableRow<T>[]
  label: string
  /** Px of a row that is not open. */
  rowHeight: number
  /** Of a cell, when the whole table is copied. */
  textOf: (row: T, columnId: string) => string
  /** Values are old: all of them turn grey. */
  old?: boolean
  /** What stands below a row that is open. */
  renderOpen?: (row: T) => ReactNode
  /** The user points at the rows, or is in them by keyboard. */
  onHold?: (held: boolean) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * A table that scrolls with the page, under heads that stick. Only the rows near the screen are in the document;
 * spacer rows keep the table a table, and aria-rowcount tells how long it is. Each row has one stop for the keyboard
 * (row-stop.ts): Tab enters and leaves the table in one step, arrows walk through it.
 */
export function DataTable<T extends object>(props: Props<T>) {
  const { table, label, rowHeight, textOf, old = false, renderOpen, onHold = () => undefined } = props
  const rows = props.rows ?? table.getRowModel().rows
  const frame = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const focusWanted = useRef<number | null>(null)
  const every = useEveryRow()
  const columns = table.getVisibleLeafColumns()
  const shown = columns.map(({ id }) => id).join()
  const lines = linesOf(rows, renderOpen !== undefined)
  const near = useWindowRows(body, {
    count: lines.length,
    size: () => rowHeight,
    keyOf: (at) => keyOf(lines[at]) ?? at,
    spare: 12,
    covered: () => coveredBy(frame.current),
  })
  useWholeCopy(body, () => [
    columns.map((column) => looksOf(column).label),
    ...rows.map(({ original }) => columns.map(({ id }) => textOf(original, id))),
  ])

  const focusStop = (index: number) => {
    const stop = body.current?.querySelector<HTMLElement>(`tr[data-at="${index}"] [data-stop]`)
    stop?.focus({ preventScroll: true })
    return stop != null
  }
  const keys = useRowKeys(rows.length, (index) => {
    near.show(lines.findIndex((line) => line.index === index))
    if (!focusStop(index)) focusWanted.current = index
  })
  useEffect(() => {
    // The row asked for by a key was not in the document yet.
    if (focusWanted.current !== null && focusStop(focusWanted.current)) focusWanted.current = null
  })
  const drawn = every ? lines : near.items.flatMap(({ index }) => lines[index] ?? [])

  return (
    <Table
      ref={frame}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      {...(old ? { 'data-old': '' } : {})}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      <colgroup>
        {columns.map((column) => {
          const { width } = looksOf(column)
          return <col key={column.id} {...(width === null ? {} : { style: { width } })} />
        })}
      </colgroup>
      <TableHead table={table} />
      <tbody
        ref={body}
        onKeyDown={(event) => {
          props.onKeyDown?.(event)
          // What is typed within a row that is open is its own.
          if (isStop(event.target)) keys.onKeyDown(event)
        }}
        onFocus={(event) => {
          onHold(true)
          const at = event.target.closest('tr')?.dataset['at']
          if (at !== undefined) keys.onFocusRow(Number(at))
        }}
        onBlur={() => onHold(false)}
      >
        {every ? null : <Spacer height={near.before} span={columns.length} />}
        {drawn.map((line) =>
          line.detail ? (
            <tr key={keyOf(line)} ref={near.measure} data-index={lines.indexOf(line)} data-detail="">
              <td colSpan={columns.length}>{renderOpen?.(line.row.original)}</td>
            </tr>
          ) : (
            <DataRow
              key={keyOf(line)}
              table={table}
              row={line.row}
              index={line.index}
              current={line.index === keys.current}
              columns={table.options.columns}
              shown={shown}
              open={line.open}
            />
          ),
        )}
        {every ? null : <Spacer height={near.after} span={columns.length} />}
      </tbody>
    </Table>
  )
}

/** What is drawn, one below the other: rows, and what stands below those that are open. */
interface Line<T extends object> {
  row: TableRow<T>
  /** Place of the row in the table, from 0. */
  index: number
  open: boolean
  detail: boolean
}

function linesOf<T extends object>(rows: readonly TableRow<T>[], canOpen: boolean): Line<T>[] {
  return rows.flatMap((row, index) => {
    const open = canOpen && row.getIsExpanded()
    const line = { row, index, open, detail: false }
    return open ? [line, { ...line, detail: true }] : [line]
  })
}

function keyOf(line: { row: { id: string }; detail: boolean } | undefined): string | undefined {
  return line && `${line.row.id}${line.detail ? ' open' : ''}`
}

function isStop(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-stop]') !== null
}

/** Px at the top of the screen that the bar and the heads cover. */
function coveredBy(table: HTMLElement | null): number {
  const head = table?.querySelector('th')
  if (!head) return 0
  return (Number.parseFloat(getComputedStyle(head).top) || 0) + head.offsetHeight
}

function Spacer({ height, span }: { height: number; span: number }) {
  return height > 0 ? (
    <tr aria-hidden style={{ height }}>
      <td colSpan={span} />
    </tr>
  ) : null
}
