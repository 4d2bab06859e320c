import type { Validator } from '@roundsman/contract/validators'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { CardList } from '../../ui/table/card-list.ts'
import { type GroupHead, groupHeight, isGroupHead, withoutHeads } from '../../ui/table/group-rows.ts'
import { useEveryRow } from '../../ui/table/use-every-row.ts'
import { useWindowRows } from '../../ui/table/use-window-rows.ts'
import type { ListLooks } from './list-context.ts'
import { cardFigure } from './card-figure.ts'
import { cardHeight, ValidatorCard } from './validator-card.tsx'

interface Props {
  entries: readonly (Validator | GroupHead)[]
  looks: ListLooks
  sorting: readonly { id: string }[]
  /** Ids of the rows that are open. */
  open: ReadonlySet<number>
  renderOpen: (row: Validator) => ReactNode
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onToggle: (row: Validator) => void
  /** Something in the list has the focus. */
  onHold: (held: boolean) => void
}

/** The list below 900 px; the sort stands above it. */
export function ValidatorCards(props: Props) {
  const { entries, looks, sorting, open, renderOpen, onMenu, onToggle, onHold } = props
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const height = cardHeight(scale)
  const near = useWindowRows(list, {
    count: entries.length,
    size: (at) => (entries[at] && isGroupHead(entries[at]) ? groupHeight * scale : height),
    // One that is open is measured, and forgotten when it is closed.
    keyOf: (at) => keyOf(entries[at], open) ?? at,
    spare: 5,
  })
  const second = cardFigure(sorting)
  const cards = withoutHeads(entries)
  const drawn = every ? entries.map((_entry, at) => at) : near.items.map(({ index }) => index)
  return (
    <CardList
      ref={list}
      aria-label={t('list.title')}
      style={every ? undefined : { paddingTop: near.before, paddingBottom: near.after }}
      onFocus={() => onHold(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onHold(false)
      }}
    >
      {drawn.map((at) => {
        const entry = entries[at]
        if (!entry) return null
        if (isGroupHead(entry))
          return (
            <li key={entry.id} data-group="">
              {entry.group}
            </li>
          )
        return (
          <li
            key={entry.id}
            data-row={entry.id}
            {...(open.has(entry.id) ? { ref: near.measure, 'data-index': at } : {})}
            aria-setsize={cards.length}
            aria-posinset={cards.indexOf(entry) + 1}
          >
            <ValidatorCard
              row={entry}
              isOpen={open.has(entry.id)}
              onMenu={onMenu}
              onToggle={onToggle}
              second={second}
              scale={scale}
              {...looks}
            />
            {open.has(entry.id) ? renderOpen(entry) : null}
          </li>
        )
      })}
    </CardList>
  )
}

function keyOf(entry: Validator | GroupHead | undefined, open: ReadonlySet<number>) {
  if (entry === undefined || isGroupHead(entry) || !open.has(entry.id)) return entry?.id
  return `${entry.id} open`
}
