import type { Validator } from '@roundsman/contract/validators'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, ListWidth } from './columns.ts'
import type { ListLooks } from './list-context.ts'
import type { ListView, SortKey } from './list-search.ts'
import { TableHead } from './table-head.tsx'
import { Table } from './table-parts.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useScrollMargin } from './use-scroll-margin.ts'
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
  const scrollMargin = useScrollMargin(body)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    scrollPaddingStart: 64 + 38,
  })
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)

  const focusButton = (index: number) => {
    const id = rows[index]?.id
    const button = body.current?.querySelector<HTMLElement>(`tr[data-row="${id}"] button`)
    button?.focus({ preventScroll: true })
    return button != null
  }
  const keys = useRowKeys(rows.length, (index) => {
    virtual.scrollToIndex(index)
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
        {before > 0 ? <Spacer height={before} span={columns.length} /> : null}
        {items.map(({ index }) => {
          const row = rows[index]
          return row ? (
            <ValidatorRow
              key={row.id}
              row={row}
              index={index}
              columns={columns}
              width={width}
              current={index === keys.current}
              onMenu={onMenu}
              {...looks}
            />
          ) : null
        })}
        {after > 0 ? <Spacer height={after} span={columns.length} /> : null}
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
