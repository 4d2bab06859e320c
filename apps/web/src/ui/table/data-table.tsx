import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { useLetterScale } from '../use-measured.ts'
import { type GroupHead, groupHeight, isGroupHead, withoutHeads } from './grouped-rows.ts'
import { RowStopContext, useRowKeys, useWholeCopy } from './row-keys.ts'
import {
  drawn,
  layoutOf,
  type PageTable,
  Table,
  type TableColumn,
  TableHead,
  type TableRow,
} from './table-frame.tsx'
import { useEveryRow, useWindowRows } from './window-rows.ts'

interface DataTableProps<T extends object> {
  table: PageTable<T>
  /** The rows in the order that is shown, with heads between them, where that is not the table's own. */
  rows?: readonly (TableRow<T> | GroupHead)[]
  label: string
  /** Px of a row that is not open. */
  rowHeight: number
  /** Some rows are higher than that: each is measured. */
  uneven?: boolean
  /** Of a cell, when the whole table is copied. */
  textOf: (row: T, columnId: string) => string
  /** Values are old: all of them turn gray. */
  old?: boolean
  /** What stands below a row that is open. */
  renderOpen?: (row: T) => ReactNode
  /** The user points at the rows, or is in them by keyboard. */
  onInteraction?: (held: boolean) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * A table that scrolls with the page, under heads that stick. Only the rows near the screen are in the document;
 * spacer rows keep the table a table, and aria-rowcount tells how long it is. Each row has one stop for the keyboard
 * (row-stop.ts): Tab enters and leaves the table in one step, arrows walk through it.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { table, label, rowHeight, textOf, old = false, renderOpen, onInteraction = () => undefined } = props
  const { uneven = false } = props
  const entries = props.rows ?? table.getRowModel().rows
  const rows = withoutHeads(entries)
  const frame = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const pointed = useRef(false)
  const focusWanted = useRef<number | null>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const columns = table.getVisibleLeafColumns()
  const shown = columns.map(({ id }) => id).join()
  const lines = linesOf(entries, renderOpen !== undefined)
  const near = useWindowRows(body, {
    count: lines.length,
    size: (at) => (lines[at]?.kind === 'group' ? groupHeight * scale : rowHeight),
    keyOf: (at) => keyOf(lines[at]) ?? at,
    spare: 12,
    covered: () => coveredBy(frame.current),
  })
  useWholeCopy(body, () => [
    columns.map((column) => layoutOf(column).label),
    ...rows.map(({ original }) => columns.map(({ id }) => textOf(original, id))),
  ])

  const focusStop = (index: number) => {
    const stop = body.current?.querySelector<HTMLElement>(`tr[data-at="${index}"] [data-stop]`)
    stop?.focus({ preventScroll: true })
    return stop != null
  }
  const keys = useRowKeys(rows.length, (index) => {
    near.show(lines.findIndex((line) => line.kind === 'row' && line.index === index))
    if (!focusStop(index)) focusWanted.current = index
  })
  useEffect(() => {
    // The row asked for by a key was not in the document yet.
    if (focusWanted.current !== null && focusStop(focusWanted.current)) focusWanted.current = null
  })
  const drawn = every ? lines.map((_line, at) => at) : near.items.map(({ index }) => index)

  return (
    <Table
      ref={frame}
      aria-label={label}
      aria-rowcount={lines.length + 1}
      {...(old ? { 'data-old': '' } : {})}
      onPointerEnter={(event) => {
        pointed.current = event.pointerType === 'mouse'
        if (pointed.current) onInteraction(true)
      }}
      onPointerLeave={() => {
        pointed.current = false
        onInteraction(false)
      }}
    >
      <colgroup>
        {columns.map((column) => {
          const { width } = layoutOf(column)
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
          onInteraction(true)
          const at = event.target.closest('tr')?.dataset['at']
          if (at !== undefined) keys.onFocusRow(Number(at))
        }}
        onBlur={(event) => {
          // On its way to another row the focus holds on: what is being pressed must not move away from the pointer.
          if (!event.currentTarget.contains(event.relatedTarget)) onInteraction(pointed.current)
        }}
      >
        {every ? null : <Spacer height={near.before} span={columns.length} />}
        {drawn.map((at) => {
          const line = lines[at]
          if (line?.kind === 'group')
            return (
              <tr key={keyOf(line)} data-group="" aria-rowindex={at + 2}>
                <td colSpan={columns.length}>{line.head.group}</td>
              </tr>
            )
          if (line?.kind === 'detail')
            return (
              <tr key={keyOf(line)} ref={near.measure} data-index={at} data-detail="" aria-rowindex={at + 2}>
                <td colSpan={columns.length}>{renderOpen?.(line.row.original)}</td>
              </tr>
            )
          return line ? (
            <DataRow
              key={keyOf(line)}
              row={line.row}
              line={at}
              index={line.index}
              current={line.index === keys.current}
              columns={table.options.columns}
              shown={shown}
              open={line.open}
              measure={uneven ? near.measure : null}
            />
          ) : null
        })}
        {every ? null : <Spacer height={near.after} span={columns.length} />}
      </tbody>
    </Table>
  )
}

/** What is drawn, one below the other: heads, rows, and what stands below those that are open. */
type Line<T extends object> =
  | { kind: 'group'; head: GroupHead }
  | { kind: 'detail'; row: TableRow<T> }
  /** `index`: the place of the row among the rows, from 0. */
  | { kind: 'row'; row: TableRow<T>; index: number; open: boolean }

function linesOf<T extends object>(
  entries: readonly (TableRow<T> | GroupHead)[],
  canOpen: boolean,
): Line<T>[] {
  let index = -1
  return entries.flatMap((entry): Line<T>[] => {
    if (isGroupHead(entry)) return [{ kind: 'group', head: entry }]
    index += 1
    const open = canOpen && entry.getIsExpanded()
    const line = { kind: 'row', row: entry, index, open } as const
    return open ? [line, { kind: 'detail', row: entry }] : [line]
  })
}

function keyOf<T extends object>(line: Line<T> | undefined): string | undefined {
  if (line === undefined) return undefined
  return line.kind === 'group' ? `group ${line.head.id}` : `${line.row.id} ${line.kind}`
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

interface DataRowProps<T extends object> {
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
  /** Null where all rows are equally high. */
  measure: ((row: Element | null) => void) | null
}

function Row<T extends object>({ row, index, line, current, open, measure }: DataRowProps<T>) {
  return (
    <RowStopContext value={current}>
      <tr
        ref={measure}
        data-row={row.id}
        data-at={index}
        data-index={line}
        aria-rowindex={line + 2}
        data-open={open || undefined}
      >
        {row.getVisibleCells().map((cell) => (
          <td key={cell.column.id} data-align={layoutOf(cell.column).align} data-column={cell.column.id}>
            {drawn(cell.column.columnDef.cell, cell.getContext())}
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
const DataRow = memo(
  Row,
  (a, b) =>
    a.row.original === b.row.original &&
    a.index === b.index &&
    a.line === b.line &&
    a.current === b.current &&
    a.columns === b.columns &&
    a.shown === b.shown &&
    a.open === b.open &&
    a.measure === b.measure,
) as <T extends object>(props: DataRowProps<T>) => ReactNode
