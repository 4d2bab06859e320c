import NotificationsPausedOutlined from '@mui/icons-material/NotificationsPausedOutlined'
import Button from '@mui/material/Button'
import type { Silence } from '@roundsman/contract/alerts/silences'
import {
  currentSilence,
  isActive,
  isOfNetwork,
  type SilenceTarget,
  silencesAbout,
  useEndSilence,
  useSilences,
} from '../../data/alerts/mutes/silences.ts'
import { useNow, useServices, useUser } from '../../data/services/services.ts'
import { useTeam } from '../../data/services/teams.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dot } from '../../ui/dot.ts'
import { MarkLines, StateMark } from '../../ui/state-mark.tsx'

/** Beside the state of a validator or a bridge: that its alerts are held back, and until when. */
export function SilenceMark({ target }: { target: SilenceTarget }) {
  const { known } = useSilences()
  const now = useNow()
  const silence = currentSilence(known, target, now)
  return silence ? <SilenceState silence={silence} /> : null
}

/** Until when alerts are silenced, or that they will be. */
export function SilenceState({ silence }: { silence: Silence }) {
  const { t } = useTranslation('silences')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const active = isActive(silence, now)
  return (
    <StateMark
      icon={NotificationsPausedOutlined}
      tone={active ? 'info' : 'neutral'}
      emphasis="chip"
      full={silence.reason}
    >
      {active ? tCommon('silence.until', { time: untilText(silence.to, now, formats) }) : t('plannedState')}
    </StateMark>
  )
}

const dayMs = 86_400_000

/** With its time also where it is days ahead. */
export function untilText(to: string, now: number, formats: Formats): string {
  return Date.parse(to) - now < dayMs ? formats.shortTime(to, now) : formats.time(to, now)
}

interface LinesProps {
  target: SilenceTarget
  /** What the target is called. */
  name: string
}

/** The silences of a validator or a bridge, those that go on and those that are planned, each with its end. */
export function SilenceLines({ target, name }: LinesProps) {
  const { known = [] } = useSilences()
  const { network } = useServices()
  const about = silencesAbout(known, target)
  if (about.length === 0) return null
  return (
    <MarkLines>
      {about.map((silence) => (
        <li key={silence.id}>
          <SilenceState silence={silence} />
          <SilenceFacts silence={silence} isNamed={target !== null && isOfNetwork(silence)} />
          <EndButton silence={silence} name={isOfNetwork(silence) ? network.name : name} />
        </li>
      ))}
    </MarkLines>
  )
}

interface FactsProps {
  silence: Silence
  /** Says that it is one of the whole network. */
  isNamed?: boolean
}

/** When, if it is planned, why, by whom, and how it may end before. */
export function SilenceFacts({ silence, isNamed = false }: FactsProps) {
  const { t } = useTranslation('silences')
  const { network } = useServices()
  const formats = useFormats()
  const now = useNow()
  const user = useUser()
  const team = useTeam(silence.team_id)
  const { reason, created_by: by, until_recovered: untilRecovered } = silence
  const facts = [
    isActive(silence, now) ? null : formats.timeRange(silence.from, silence.to, now),
    isNamed ? t('ofNetwork', { network: network.name }) : null,
    team === undefined ? null : t('ofTeam', { team: team.name }),
    by === null ? null : by.user_id === user?.id ? t('byYou') : t('by', { name: by.name }),
    untilRecovered ? t('recovers') : null,
  ].filter((one) => one !== null)
  return (
    <p>
      <bdi>{reason}</bdi>
      {dot}
      {facts.join(dot)}
    </p>
  )
}

interface EndProps {
  silence: Silence
  /** Of what it is of. */
  name: string
}

/** Ends a silence that goes on; takes back one that is planned. */
export function EndButton({ silence, name }: EndProps) {
  const team = useTeam(silence.team_id)
  const { t } = useTranslation('silences')
  const now = useNow()
  const { run, underWay } = useEndSilence()
  const active = isActive(silence, now)
  // Of a team a MEMBER reads it (D216).
  if (silence.team_id !== null && (team === undefined || team.role === 'MEMBER')) return null
  return (
    <Button
      size="small"
      loading={underWay.has(silence.id)}
      aria-label={t(active ? 'endOf' : 'dropOf', { name })}
      onClick={() => run({ silence, name })}
    >
      {t(active ? 'end' : 'drop')}
    </Button>
  )
}
