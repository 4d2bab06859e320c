import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLooks } from './list-context.ts'
import { useScrollMargin } from './use-scroll-margin.ts'
import { cardHeight, ValidatorCard } from './validator-card.tsx'

interface Props {
  rows: readonly Validator[]
  looks: ListLooks
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

const List = styled('ul')({ position: 'relative', margin: 0, padding: 0, listStyle: 'none' })

/** The list below 900 px; the sort stands above it. */
export function ValidatorCards({ rows, looks, onMenu }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useScrollMargin(list)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => cardHeight,
    overscan: 8,
    scrollMargin,
  })
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin
  return (
    <List
      ref={list}
      aria-label={t('list.title')}
      style={{ height: virtual.getTotalSize(), paddingTop: before, boxSizing: 'border-box' }}
    >
      {items.map(({ index }) => {
        const row = rows[index]
        return row ? (
          <li key={row.id} aria-setsize={rows.length} aria-posinset={index + 1}>
            <ValidatorCard row={row} onMenu={onMenu} {...looks} />
          </li>
        ) : null
      })}
    </List>
  )
}
