import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { CardList } from '../../ui/table/card-list.ts'
import { groupHeight, isGroupHead, withoutHeads } from '../../ui/table/group-rows.ts'
import { useEveryRow } from '../../ui/table/use-every-row.ts'
import { useWindowRows } from '../../ui/table/use-window-rows.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { AlertCard } from './alert-card.tsx'
import { groupByDay } from './history-groups.ts'
import type { HistoryRows } from './history-rows.ts'
import { useHistoryTimes } from './use-history-times.ts'

/** Px of a card before it is measured. */
const cardHeight = 98

/** The alerts as cards, on a narrow screen. */
export function HistoryCards(props: HistoryRows) {
  const { items, linkedId, openId, rowOf, onAcknowledge, onToggle, onHold, renderOpen } = props
  const { t } = useTranslation('history')
  const { serverTime } = useServices()
  const times = useHistoryTimes()
  const list = useRef<HTMLUListElement>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const entries = groupByDay(items, {
    ...{ linkedId, times, t },
    now: serverTime.now(),
    itemOf: (item) => item,
  })
  const near = useWindowRows(list, {
    count: entries.length,
    size: (at) => (entries[at] && isGroupHead(entries[at]) ? groupHeight : cardHeight) * scale,
    keyOf: (at) => entries[at]?.id ?? at,
    spare: 6,
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
            <li key={entry.id} ref={near.measure} data-index={at} data-group="">
              {entry.group}
            </li>
          )
        return (
          <li
            key={entry.id}
            ref={near.measure}
            data-index={at}
            data-row={entry.id}
            aria-setsize={cards.length}
            aria-posinset={cards.indexOf(entry) + 1}
          >
            <AlertCard
              item={entry}
              row={rowOf(entry.blockchain_validator_id)}
              isOpen={entry.id === openId}
              onAcknowledge={onAcknowledge}
              onToggle={onToggle}
            />
            {entry.id === openId ? renderOpen(entry) : null}
          </li>
        )
      })}
    </CardList>
  )
}
