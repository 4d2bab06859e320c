import { styled } from '@mui/material/styles'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import { memo } from 'react'
import { useFormats } from '../../i18n/use-formats.ts'
import { SeverityMark } from '../../parts/severity-mark.tsx'
import { AcknowledgedCell } from './acknowledged-cell.tsx'
import { AlertTitle } from './alert-title.tsx'
import { DeliveriesCell } from './deliveries-cell.tsx'
import { OpenButton } from './history-columns.tsx'
import { TargetName } from './target-name.tsx'
import { useHistoryTimes } from './use-history-times.ts'

interface Props {
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
export const AlertCard = memo(function AlertCard({ item, row, isOpen, onAcknowledge, onToggle }: Props) {
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
        <DeliveriesCell deliveries={item.deliveries} most={2} />
        <div>
          <AcknowledgedCell item={item} onAcknowledge={onAcknowledge} />
        </div>
      </Line>
    </Card>
  )
})
