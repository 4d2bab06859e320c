import type { Validator } from '@roundsman/contract/validators'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, ListWidth } from './columns.ts'
import type { ListLooks } from './list-context.ts'
import type { ListView, SortKey } from './list-search.ts'
import { TableHead } from './table-head.tsx'
import { Table } from './table-parts.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'
import { ValidatorRow } from './validator-row.tsx'

interface Props {
  rows: readonly Validator[]
  columns: readonly Column[]
  width: ListWidth
  view: ListView
  looks: ListLooks
  /** Values are old: all figures turn grey. */
  old: boolean
  onSort: (sort: SortKey) => void
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onHold: (held: boolean) => void
}

const rowHeight = 36

/**
 * The list as a table that scrolls with the page. Only what is near the screen is in the document; spacer rows keep
 * the table a table, and aria-rowcount tells how long it is.
 */
export function ValidatorsTable({ rows, columns, width, view, looks, old, onSort, onMenu, onHold }: Props) {
  const { t } = useTranslation()
  const body = useRef<HTMLTableSectionElement>(null)
  const focusWanted = useRef<number | null>(null)
  const { first, end, show } = useRowWindow(body, {
    count: rows.length,
    rowHeight,
    spare: 12,
    covered: 64 + 38,
  })

  const focusButton = (index: number) => {
    const id = rows[index]?.id
    const button = body.current?.querySelector<HTMLElement>(`tr[data-row="${id}"] button`)
    button?.focus({ preventScroll: true })
    return button != null
  }
  const keys = useRowKeys(rows.length, (index) => {
    show(index)
    if (!focusButton(index)) focusWanted.current = index
  })
  useEffect(() => {
    // The row asked for by a key was not in the document yet.
    if (focusWanted.current !== null && focusButton(focusWanted.current)) focusWanted.current = null
  })

  return (
    <Table
      aria-label={t('list.title')}
      aria-rowcount={rows.length + 1}
      {...(old ? { 'data-old': '' } : {})}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      <colgroup>
        {columns.map(({ id, width: px }) => (
          <col key={id} {...(px === null ? {} : { style: { width: px } })} />
        ))}
      </colgroup>
      <TableHead columns={columns} width={width} view={view} onSort={onSort} />
      <tbody
        ref={body}
        onKeyDown={keys.onKeyDown}
        onFocus={(event) => {
          onHold(true)
          const at = rows.findIndex((row) => String(row.id) === event.target.closest('tr')?.dataset['row'])
          if (at >= 0) keys.onFocusRow(at)
        }}
        onBlur={() => onHold(false)}
      >
        {first > 0 ? <Spacer height={first * rowHeight} span={columns.length} /> : null}
        {rows.slice(first, end).map((row, at) => (
          <ValidatorRow
            key={row.id}
            row={row}
            index={first + at}
            columns={columns}
            width={width}
            current={first + at === keys.current}
            onMenu={onMenu}
            {...looks}
          />
        ))}
        {end < rows.length ? <Spacer height={(rows.length - end) * rowHeight} span={columns.length} /> : null}
      </tbody>
    </Table>
  )
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={span} />
    </tr>
  )
}
