import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/alerts/alert-marks.tsx'
import { Cards } from '../../ui/table/cards.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import { AcknowledgedCell, AlertTitle, OpenButton, TargetName } from './alert/alert-cells.tsx'
import { useHistoryTimes } from './alert/alert-times.ts'
import { isImported } from './alert/alert-evidence.ts'
import { DeliveriesCell } from './alert/deliveries.tsx'
import { groupByDay, type HistoryRows } from './history-rows.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Px of a card before it is measured. */
const cardHeight = 98

/** The alerts as cards, on a narrow screen. */
export function HistoryCards(props: HistoryRows) {
  const { items, linkedId, openId, rowOf, onAcknowledge, onToggle, onInteraction, renderOpen } = props
  const { t } = useTranslation('history')
  const { serverTime } = useServices()
  const times = useHistoryTimes()
  const scale = useLetterScale()
  const entries = groupByDay(items, {
    linkedId,
    times,
    t,
    now: serverTime.now(),
    itemOf: (item) => item,
  })
  return (
    <Cards
      entries={entries}
      label={t('title')}
      height={cardHeight * scale}
      isMeasured={() => true}
      onInteraction={onInteraction}
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

interface CardProps {
  item: AlertHistoryItem
  row: Validator | undefined
  isOpen: boolean
  onAcknowledge: (ids: readonly number[]) => void
  onToggle: (id: number) => void
}

const Card = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gap: 4,
  padding: '8px 8px 10px 16px',
  [theme.breakpoints.up('sm')]: { padding: '8px 16px 10px 24px' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&[data-open]': { backgroundColor: theme.vars.palette.action.selected },
}))
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 12,
  rowGap: 2,
  minWidth: 0,
  paddingInlineEnd: 8,
  '&:first-of-type': { paddingInlineEnd: 0, flexWrap: 'nowrap' },
  '& time, & > small': { font: 'inherit', color: theme.vars.palette.text.secondary },
  '& > time, & > div': { marginInlineStart: 'auto' },
}))
const Title = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  overflowWrap: 'anywhere',
  paddingInlineEnd: 8,
}))

/** An alert on a narrow screen: how bad and when, what, about whom, and where its messages stand. */
const AlertCard = memo(function AlertCard({ item, row, isOpen, onAcknowledge, onToggle }: CardProps) {
  const formats = useFormats()
  const times = useHistoryTimes()
  return (
    <Card {...(isOpen ? { 'data-open': '' } : {})}>
      <Line>
        <SeverityMark severity={item.severity} />
        <time dateTime={item.at} title={times.full(item.at)}>
          {times.clock(item.at)}
        </time>
        <OpenButton item={item} isOpen={isOpen} onToggle={onToggle} />
      </Line>
      <Title>
        <AlertTitle item={item} />
      </Title>
      <Line>
        <TargetName item={item} row={row} />
        {item.height === null ? null : <small>{formats.integer(item.height)}</small>}
      </Line>
      <Line>
        <DeliveriesCell deliveries={item.deliveries} imported={isImported(item)} />
        <div>
          <AcknowledgedCell item={item} onAcknowledge={onAcknowledge} />
        </div>
      </Line>
    </Card>
  )
})
