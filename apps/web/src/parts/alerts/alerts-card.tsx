import Box from '@mui/material/Box'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useAlertHistory } from '../../data/alerts/alert-history.ts'
import { type Incident, incidentsOf, isOver, stateOf, waitingIn } from '../../data/alerts/incidents.ts'
import type { About } from '../../data/alerts/offered-alerts.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { RouteLink } from '../../ui/controls/links.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { dot } from '../../ui/dot.ts'
import { Card } from '../../ui/page/card.tsx'
import { SeverityIcon } from './alert-marks.tsx'
import { MutedLines, useMutedOnTargets } from './muted-lines.tsx'
import { RecommendedOffer } from './recommended-offer.tsx'
import { Quiet, SettingsLine } from './settings-line.tsx'
import { SilenceButton } from '../silences/silence-button.tsx'
import { SilenceLines } from '../silences/silence-marks.tsx'
import { styled } from '../../ui/theme/styled.tsx'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gap: 8,
  margin: '0 0 12px',
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'grid', gridTemplateColumns: '16px minmax(0, 1fr) auto', columnGap: 8, minHeight: 24 },
  '& li > svg': { marginTop: 4 },
  '& a': { minWidth: 0, lineHeight: '1.5rem', color: theme.vars.palette.text.primary },
  '& time': { lineHeight: '1.5rem', color: theme.vars.palette.text.secondary },
  '& small': {
    ...theme.typography.caption,
    gridColumn: '2 / -1',
    color: theme.vars.palette.text.secondary,
    '&[data-ongoing]': { color: theme.vars.palette.error.main, fontWeight: 500 },
  },
}))
const Divided = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  marginBottom: 12,
  paddingBottom: 12,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&:focus': { outline: 'none' },
}))
/** Of those that are over and wait for nobody, at the most, and of all. */
const shown = { over: 3, all: 5 }

interface AlertsCardTexts {
  title: string
  all: string
  none: string
  loading: string
  failed: string
  /** The way to what is set. */
  set: string
}

interface Props {
  /** Whom they are about. */
  about: About
  /** What that is called. */
  name: string
  /** It is the user's own. */
  isMine: boolean
  texts: AlertsCardTexts
}

/** What the user has set for one validator or bridge, and the alerts that they got: what waits for them first (P407, P972). */
export function AlertsCard({ about, name, isMine, texts }: Props) {
  const kind = 'bridge' in about ? 'bridge' : 'validator'
  const id = String('bridge' in about ? about.bridge : about.validator)
  const muted = useMutedOnTargets()
  return (
    <Card
      title={texts.title}
      action={
        <RouteLink to="/alerts" search={{ [kind]: [id] }} variant="table" style={{ lineHeight: '1.5rem' }}>
          {texts.set}
        </RouteLink>
      }
    >
      <Divided tabIndex={-1} ref={keepFocus}>
        <SettingsLine about={about} />
        {isMine ? <RecommendedOffer targets={[about]} name={name} saysAlready={false} /> : null}
        <MutedLines
          muted={muted.filter((one) =>
            'bridge' in about
              ? one.bridge_id === about.bridge
              : one.bridge_id === null && one.blockchain_validator_id === about.validator,
          )}
          nameOf={() => name}
          isNamed={false}
        />
        <SilenceLines target={about} name={name} />
        <Box>
          <SilenceButton target={about} />
        </Box>
      </Divided>
      <Alerts about={about} texts={texts} />
    </Card>
  )
}

/** What nobody has acknowledged, what goes on, then the latest of what is over: so many that the card stays one (P972). */
function Alerts({ about, texts }: Pick<Props, 'about' | 'texts'>) {
  const formats = useFormats()
  const now = useNow()
  const { known, error } = useAlertHistory(about)
  const kind = 'bridge' in about ? 'bridge' : 'validator'
  const id = String('bridge' in about ? about.bridge : about.validator)
  if (known === undefined) return <Quiet>{error ? texts.failed : texts.loading}</Quiet>
  if (known.length === 0) return <Quiet>{texts.none}</Quiet>
  return (
    <>
      <List>
        {shownIncidents(known).map((incident) => (
          <li key={incident.id}>
            <SeverityIcon severity={incident.lead.severity} isOver={isOver(incident)} />
            <RouteLink to="/alerts-history" search={{ alert: String(incident.lead.id) }}>
              <span dir="auto">{incident.lead.title}</span>
            </RouteLink>
            <time dateTime={incident.at}>{formats.shortTime(incident.at, now)}</time>
            <IncidentLine incident={incident} />
          </li>
        ))}
      </List>
      <Box>
        <RouteLink
          to="/alerts-history"
          search={{ [kind]: id }}
          variant="table"
          style={{ lineHeight: '1.5rem' }}
        >
          {texts.all}
        </RouteLink>
      </Box>
    </>
  )
}

function shownIncidents(known: readonly AlertHistoryItem[]): Incident[] {
  const incidents = incidentsOf(known)
  const waiting = incidents.filter((one) => waitingIn(one).length > 0)
  const rank = ({ lead }: Incident) => (lead.severity === 'CRITICAL' ? 0 : 1)
  const others = incidents.filter((one) => !waiting.includes(one))
  const first = [...waiting.toSorted((a, b) => rank(a) - rank(b)), ...others.filter(isOn)].slice(0, shown.all)
  const over = others.filter((one) => !isOn(one))
  return [...first, ...over.slice(0, Math.min(shown.over, shown.all - first.length))]
}

function isOn(incident: Incident): boolean {
  return statusOf(incident) === 'ONGOING'
}

/** Of one alert what its status says; of several how they stand together. */
function statusOf(incident: Incident): AlertHistoryItem['status'] {
  if (incident.steps.length === 1) return incident.lead.status
  const state = stateOf(incident)
  if (state === null) return null
  return state.is === 'OVER' ? 'ENDED' : state.is
}

/** Whether it goes on, and whether somebody has seen it. */
function IncidentLine({ incident }: { incident: Incident }) {
  const { t } = useTranslation('alerts')
  const status = statusOf(incident)
  const isWaiting = waitingIn(incident).length > 0
  const facts = [
    status === null ? null : t(`card.${status}`),
    isWaiting
      ? t('card.waiting')
      : incident.steps.some((item) => item.acknowledged_at !== null)
        ? t('card.acknowledged')
        : null,
  ].filter((part) => part !== null)
  if (facts.length === 0) return null
  return <small {...(status === 'ONGOING' && { 'data-ongoing': '' })}>{facts.join(dot)}</small>
}
