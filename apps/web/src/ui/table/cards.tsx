import { type ReactNode, useRef } from 'react'
import { useLetterScale } from '../use-letter-scale.ts'
import { CardList } from './card-list.ts'
import { type GroupHead, groupHeight, isGroupHead, withoutHeads } from './group-rows.ts'
import { useEveryRow } from './use-every-row.ts'
import { useWindowRows } from './use-window-rows.ts'

interface Props<R extends { id: number }> {
  entries: readonly (R | GroupHead)[]
  /** What the list is called. */
  label: string
  /** Px of a card, with letters as large as they are; of one that is measured, before it is. */
  height: number
  /** Which cards are measured, since what stands in them differs; one that no longer is has its height forgotten. */
  isMeasured?: (row: R) => boolean
  /** Something in the list has the focus. */
  onHold: (held: boolean) => void
  /** A card. */
  children: (row: R) => ReactNode
}

/** A table on a narrow screen: a card for each row, of which those near the screen are drawn. */
export function Cards<R extends { id: number }>(props: Props<R>) {
  const { entries, label, height, isMeasured = () => false, onHold, children } = props
  const list = useRef<HTMLUListElement>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const near = useWindowRows(list, {
    count: entries.length,
    size: (at) => (entries[at] && isGroupHead(entries[at]) ? groupHeight * scale : height),
    keyOf(at) {
      const entry = entries[at]
      if (!entry) return at
      return !isGroupHead(entry) && isMeasured(entry) ? `${entry.id} measured` : entry.id
    },
    spare: 5,
  })
  const rows = withoutHeads(entries)
  const drawn = every ? entries.map((_entry, at) => at) : near.items.map(({ index }) => index)
  return (
    <CardList
      ref={list}
      aria-label={label}
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
            {...(isMeasured(entry) ? { ref: near.measure, 'data-index': at } : {})}
            aria-setsize={rows.length}
            aria-posinset={rows.indexOf(entry) + 1}
          >
            {children(entry)}
          </li>
        )
      })}
    </CardList>
  )
}
