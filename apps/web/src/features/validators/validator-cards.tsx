import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLooks } from './list-context.ts'
import { useRowWindow } from './use-row-window.ts'
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
  const { first, end } = useRowWindow(list, { count: rows.length, rowHeight: cardHeight, spare: 5 })
  return (
    <List
      ref={list}
      aria-label={t('list.title')}
      style={{ height: rows.length * cardHeight, paddingTop: first * cardHeight, boxSizing: 'border-box' }}
    >
      {rows.slice(first, end).map((row, at) => (
        <li key={row.id} aria-setsize={rows.length} aria-posinset={first + at + 1}>
          <ValidatorCard row={row} onMenu={onMenu} {...looks} />
        </li>
      ))}
    </List>
  )
}
