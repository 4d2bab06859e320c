import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { useEveryRow } from '../../ui/table/use-every-row.ts'
import { useWindowRows } from '../../ui/table/use-window-rows.ts'
import type { ListLooks } from './list-context.ts'
import { cardFigure } from './card-figure.ts'
import { cardHeight, ValidatorCard } from './validator-card.tsx'

interface Props {
  rows: readonly Validator[]
  looks: ListLooks
  sorting: readonly { id: string }[]
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

const List = styled('ul')({ position: 'relative', margin: 0, padding: 0, listStyle: 'none' })

/** The list below 900 px; the sort stands above it. */
export function ValidatorCards({ rows, looks, sorting, onMenu }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const height = cardHeight(scale)
  const near = useWindowRows(list, {
    count: rows.length,
    size: () => height,
    keyOf: (index) => rows[index]?.id ?? index,
    spare: 5,
  })
  const second = cardFigure(sorting)
  const drawn = every ? rows.map((_row, index) => index) : near.items.map(({ index }) => index)
  return (
    <List
      ref={list}
      aria-label={t('list.title')}
      style={
        every ? undefined : { height: rows.length * height, paddingTop: near.before, boxSizing: 'border-box' }
      }
    >
      {drawn.map((index) => {
        const row = rows[index]
        return row ? (
          <li key={row.id} data-row={row.id} aria-setsize={rows.length} aria-posinset={index + 1}>
            <ValidatorCard row={row} onMenu={onMenu} second={second} scale={scale} {...looks} />
          </li>
        ) : null
      })}
    </List>
  )
}
