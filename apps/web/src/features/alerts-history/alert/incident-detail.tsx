import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { type Incident, waitingIn } from '../../../data/alerts/incidents.ts'
import { SeverityMark } from '../../../parts/alerts/alert-marks.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { tableFrom } from '../history-rows.ts'
import { AlertTitle } from './alert-cells.tsx'
import { AlertDetail } from './alert-detail.tsx'
import { isImported } from './alert-evidence.ts'
import { useHistoryTimes } from './alert-times.ts'
import { DeliveriesCell, deliveriesOf } from './deliveries.tsx'

interface Props {
  incident: Incident
  /** Which of its alerts is shown in full. */
  openStep: number | null
  list: ValidatorsList | undefined
  /** Under how many alerts each message is listed. */
  bundles: ReadonlyMap<number, number>
  onAcknowledge: (ids: readonly number[]) => void
  onCopyLink: (id: number) => void
  onStep: (id: number) => void
}

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  containerType: 'inline-size',
  backgroundColor: theme.vars.palette.background.sunken,
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))
/** In the columns of the table, whose widths it inherits; on a card in two lines, with the word of the severity for screen readers only. */
const Head = styled('button')(({ theme }) => ({
  ...theme.typography.table,
  color: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  border: 0,
  background: 'none',
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 36,
  padding: '4px 18px 4px 16px',
  display: 'grid',
  gridTemplateColumns: `calc(var(--severity) - 8px) var(--time) minmax(0, 1fr)
    calc(var(--deliveries) + var(--acknowledged) + var(--open) - 44px) 18px`,
  alignItems: 'center',
  rowGap: 2,
  '& > time': { color: theme.vars.palette.text.secondary },
  '& > svg': { fontSize: 18, color: theme.vars.palette.text.secondary },
  '& [data-title]': {
    display: 'block',
    minWidth: 0,
    paddingInlineEnd: 16,
    lineHeight: '1rem',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '& [data-emphasis]': { paddingInlineStart: 0 },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outlineOffset: -2 },
  // Where the page has cards.
  [`@container (max-width: ${tableFrom - 1}rem)`]: {
    gridTemplateColumns: '24px 4.5rem minmax(0, 1fr) 18px',
    padding: '8px 18px 8px 16px',
    '& > [data-mark] > span': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& > [data-messages]': { gridColumn: '3 / 4', gridRow: 2 },
  },
}))
const Open = styled('div')(({ theme }) => ({ borderTop: `1px solid ${theme.vars.palette.divider}` }))

/** An incident in full: its alerts as they came, one of them in full (P984). What is one alert is that. */
export function IncidentDetail(props: Props) {
  const { incident, openStep, list, bundles, onAcknowledge, onCopyLink, onStep } = props
  const { t } = useTranslation('history')
  const [closed, setClosed] = useState<number | null>(null)
  const [only, ...others] = incident.steps
  // Whoever has seen one of them has seen what has become of it.
  const acknowledge = () => onAcknowledge(waitingIn(incident).map(({ id }) => id))
  const detail = (item: AlertHistoryItem) => (
    <AlertDetail
      item={item}
      steps={incident.steps}
      list={list}
      bundles={bundles}
      onAcknowledge={acknowledge}
      onCopyLink={onCopyLink}
    />
  )
  if (only !== undefined && others.length === 0) return detail(only)
  return (
    <Steps aria-label={t('steps')}>
      {incident.steps.toReversed().map((item) => (
        <Step
          key={item.id}
          item={item}
          steps={incident.steps}
          isOpen={item.id === openStep && item.id !== closed}
          onToggle={(isOpen) => {
            setClosed(isOpen ? item.id : null)
            if (!isOpen) onStep(item.id)
          }}
        >
          {detail(item)}
        </Step>
      ))}
    </Steps>
  )
}

interface StepProps {
  item: AlertHistoryItem
  steps: readonly AlertHistoryItem[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: React.ReactNode
}

function Step({ item, steps, isOpen, onToggle, children }: StepProps) {
  const times = useHistoryTimes()
  const id = useId()
  const Icon = isOpen ? ExpandLessRounded : ExpandMoreRounded
  return (
    <li>
      <Head
        type="button"
        data-step={item.id}
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        onClick={() => onToggle(isOpen)}
      >
        <SeverityMark severity={item.severity} isOver={item.is_over === true || item.status === 'ENDED'} />
        <time dateTime={item.at} title={times.full(item.at)}>
          {times.clock(item.at)}
        </time>
        <AlertTitle item={item} />
        <span data-messages="">
          <DeliveriesCell deliveries={deliveriesOf(item, steps)} imported={isImported(item)} />
        </span>
        <Icon aria-hidden />
      </Head>
      {isOpen ? <Open id={id}>{children}</Open> : null}
    </li>
  )
}
