import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { Cards } from '../../ui/table/cards.tsx'
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
  const scale = useLetterScale()
  const entries = groupByDay(items, {
    ...{ linkedId, times, t },
    now: serverTime.now(),
    itemOf: (item) => item,
  })
  return (
    <Cards
      entries={entries}
      label={t('title')}
      height={cardHeight * scale}
      isMeasured={() => true}
      onHold={onHold}
    >
      {(item) => (
        <>
          <AlertCard
            item={item}
            row={rowOf(item.blockchain_validator_id)}
            isOpen={item.id === openId}
            onAcknowledge={onAcknowledge}
            onToggle={onToggle}
          />
          {item.id === openId ? renderOpen(item) : null}
        </>
      )}
    </Cards>
  )
}
