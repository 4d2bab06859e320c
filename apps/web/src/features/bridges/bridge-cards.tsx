import type { Bridge } from '@roundsman/contract/bridges'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CardList } from '../../ui/table/card-list.ts'
import { type GroupHead, groupHeight, isGroupHead, withoutHeads } from '../../ui/table/group-rows.ts'
import { useEveryRow } from '../../ui/table/use-every-row.ts'
import { useWindowRows } from '../../ui/table/use-window-rows.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { BridgeCard, cardHeight } from './bridge-card.tsx'
import type { ListLooks } from './list-looks.ts'

interface Props {
  entries: readonly (Bridge | GroupHead)[]
  looks: ListLooks
  /** Something in the list has the focus. */
  onHold: (held: boolean) => void
  onMenu: (row: Bridge, anchor: HTMLElement) => void
}

/** The bridges below 900 px; the sort stands above them. */
export function BridgeCards({ entries, looks, onHold, onMenu }: Props) {
  const { t } = useTranslation('bridges')
  const list = useRef<HTMLUListElement>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const height = cardHeight(scale)
  const near = useWindowRows(list, {
    count: entries.length,
    size: (at) => (entries[at] && isGroupHead(entries[at]) ? groupHeight * scale : height),
    keyOf: (at) => entries[at]?.id ?? at,
    spare: 5,
  })
  const cards = withoutHeads(entries)
  const drawn = every ? entries.map((_entry, at) => at) : near.items.map(({ index }) => index)
  return (
    <CardList
      ref={list}
      aria-label={t('title')}
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
            aria-setsize={cards.length}
            aria-posinset={cards.indexOf(entry) + 1}
          >
            <BridgeCard row={entry} looks={looks} scale={scale} onMenu={onMenu} />
          </li>
        )
      })}
    </CardList>
  )
}
