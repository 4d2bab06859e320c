import type { Validator } from '@roundsman/contract/networks/validators'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Incident, isOver } from '../../data/alerts/incidents.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/alerts/alert-marks.tsx'
import { Cards } from '../../ui/table/cards.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import { AcknowledgedCell, BeganAt, IncidentTitle, OpenButton, TargetName } from './alert/alert-cells.tsx'
import { useHistoryTimes } from './alert/alert-times.ts'
import { isImported } from './alert/alert-evidence.ts'
import { DeliveriesCell, deliveriesIn } from './alert/deliveries.tsx'
import { groupByDay, type HistoryRows } from './history-rows.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Px of a card before it is measured. */
const cardHeight = 98

/** The alerts as cards, on a narrow screen. */
export function HistoryCards(props: HistoryRows) {
  const { incidents, linkedId, openId, rowOf, onAcknowledge, onToggle, onInteraction, renderOpen } = props
  const { t } = useTranslation('history')
  const { serverTime } = useServices()
  const times = useHistoryTimes()
  const scale = useLetterScale()
  const entries = groupByDay(incidents, {
    linkedId,
    times,
    t,
    now: serverTime.now(),
    incidentOf: (incident) => incident,
  })
  return (
    <Cards
      entries={entries}
      label={t('title')}
      height={cardHeight * scale}
      isMeasured={() => true}
      onInteraction={onInteraction}
    >
      {(incident) => (
        <>
          <IncidentCard
            incident={incident}
            row={rowOf(incident.lead.blockchain_validator_id)}
            isOpen={incident.id === openId}
            onAcknowledge={onAcknowledge}
            onToggle={onToggle}
          />
          {incident.id === openId ? renderOpen(incident) : null}
        </>
      )}
    </Cards>
  )
}

interface CardProps {
  incident: Incident
  row: Validator | undefined
  isOpen: boolean
  onAcknowledge: (ids: readonly number[]) => void
  onToggle: (incident: Incident) => void
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
  '& [data-began], & > small': { font: 'inherit', color: theme.vars.palette.text.secondary },
  '& > [data-began], & > div': { marginInlineStart: 'auto' },
}))
const Title = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  overflowWrap: 'anywhere',
  paddingInlineEnd: 8,
}))

/** An incident on a narrow screen: how bad and when, what, about whom, and where its messages stand. */
const IncidentCard = memo(function IncidentCard({
  incident,
  row,
  isOpen,
  onAcknowledge,
  onToggle,
}: CardProps) {
  const formats = useFormats()
  const times = useHistoryTimes()
  const { lead } = incident
  return (
    <Card {...(isOpen ? { 'data-open': '' } : {})}>
      <Line>
        <SeverityMark severity={lead.severity} isOver={isOver(incident)} />
        <BeganAt incident={incident} times={times} />
        <OpenButton incident={incident} isOpen={isOpen} onToggle={onToggle} />
      </Line>
      <Title>
        <IncidentTitle incident={incident} />
      </Title>
      <Line>
        <TargetName item={lead} row={row} />
        {lead.height === null ? null : <small>{formats.integer(lead.height)}</small>}
      </Line>
      <Line>
        <DeliveriesCell deliveries={deliveriesIn(incident)} imported={isImported(lead)} />
        <div>
          <AcknowledgedCell incident={incident} onAcknowledge={onAcknowledge} />
        </div>
      </Line>
    </Card>
  )
})
