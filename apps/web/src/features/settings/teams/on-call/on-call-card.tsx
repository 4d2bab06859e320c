import CloseRounded from '@mui/icons-material/CloseRounded'
import EventRepeatRounded from '@mui/icons-material/EventRepeatRounded'
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Team, TeamMember } from '@roundsman/contract/accounts/teams'
import { type OnCall, onCallEndpoints } from '@roundsman/contract/alerts/on-call'
import { type ReactNode, use, useMemo, useState } from 'react'
import { useAction, useFetch } from '../../../../data/api/operation.ts'
import { type KnownOnCall, onCallQuery, ownShift, shiftsQuery } from '../../../../data/services/on-call.ts'
import { useNow, useServices } from '../../../../data/services/services.ts'
import { TimeZoneContext, useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { CodeBlock } from '../../../../ui/controls/copy.tsx'
import { SettingsCard, SettingsFault } from '../../settings-card.tsx'
import { useChangeOnCall } from './change-on-call.ts'
import { EscalationCard } from './escalation-card.tsx'
import { fourWeeks } from './four-weeks.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { RotationDialog } from './rotation-dialog.tsx'
import { ShiftCalendar } from './shift-calendar.tsx'

interface Props {
  team: Team
  /** The user's own. */
  userId: number
  mayChange: boolean
}

/** Who of a team is on call, and whom it asks (P730–P735). */
export function OnCallCards({ team, userId, mayChange }: Props) {
  const { t } = useTranslation('teams')
  const { client } = useServices()
  const found = useFetch(onCallQuery(client, team.id), null)
  if (found.known === undefined)
    return (
      <SettingsCard title={t('onCall.title')}>
        <SettingsFault error={found.error} onRetry={found.fetch} />
        {found.error === null ? <CircularProgress size={24} aria-label={t('loading')} /> : null}
      </SettingsCard>
    )
  const shared = { team, known: found.known, mayChange }
  return (
    <>
      <OnCallCard {...shared} userId={userId} fault={found.error} onRetry={found.fetch} />
      <EscalationCard {...shared} />
    </>
  )
}

interface CardProps extends Props {
  known: KnownOnCall
  /** Why what is shown may be old. */
  fault: Error | null
  onRetry: () => void
}

function OnCallCard({ team, known, mayChange, userId, fault, onRetry }: CardProps) {
  const { t } = useTranslation('teams')
  const { client } = useServices()
  const zone = use(TimeZoneContext)
  const now = useNow(60)
  const weeks = useMemo(() => fourWeeks(now, zone), [now, zone])
  const span = [weeks[0]?.[0]?.from ?? now, weeks.at(-1)?.at(-1)?.to ?? now] as const
  const shifts = useFetch(shiftsQuery(client, team.id, span), [])
  const [asking, setAsking] = useState<'rotation' | 'override' | null>(null)
  const close = () => setAsking(null)
  const { plan } = known
  const dialog = { teamId: team.id, known, members: team.members, onClose: close }
  return (
    <SettingsCard
      title={t('onCall.title')}
      hint={t('onCall.hint')}
      action={
        mayChange ? (
          <Button
            variant={plan.rotation === null ? 'contained' : 'outlined'}
            startIcon={<EventRepeatRounded />}
            sx={{ alignSelf: 'start' }}
            onClick={() => setAsking('rotation')}
          >
            {t(plan.rotation === null ? 'onCall.setRotation' : 'onCall.changeRotation')}
          </Button>
        ) : null
      }
    >
      <SettingsFault error={fault ?? shifts.error} onRetry={fault === null ? shifts.fetch : onRetry} />
      <Box sx={{ display: 'grid', gap: 5 }}>
        {shifts.known === undefined ? (
          shifts.error === null ? (
            <CircularProgress size={24} aria-label={t('loading')} />
          ) : null
        ) : (
          <>
            <NowOnCall shifts={shifts.known} members={team.members} userId={userId} now={now} />
            {shifts.known.length === 0 ? null : (
              <ShiftCalendar weeks={weeks} shifts={shifts.known} members={team.members} now={now} />
            )}
          </>
        )}
        <Overrides team={team} known={known} mayChange={mayChange} now={now}>
          {mayChange ? (
            <Button
              size="small"
              startIcon={<PersonAddAltOutlined />}
              sx={{ justifySelf: 'start' }}
              onClick={() => setAsking('override')}
            >
              {t('onCall.addOverride')}
            </Button>
          ) : null}
        </Overrides>
        {shifts.known === undefined || shifts.known.length === 0 ? null : (
          <CalendarAddress teamId={team.id} />
        )}
      </Box>
      {asking === 'rotation' ? <RotationDialog {...dialog} /> : null}
      {asking === 'override' ? <OverrideDialog {...dialog} /> : null}
    </SettingsCard>
  )
}

interface NowProps {
  shifts: Parameters<typeof ownShift>[0]
  members: readonly TeamMember[]
  userId: number
  now: number
}

/** In a sentence: the user until when, or who else, or nobody, and what that means (P730). */
function NowOnCall({ shifts, members, userId, now }: NowProps) {
  const { t } = useTranslation('teams')
  const formats = useFormats()
  const own = ownShift(shifts, userId, now)
  const current = shifts.find(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to))
  const shift = current && ownShift(shifts, current.user_id, now)
  const name = members.find((one) => one.user_id === current?.user_id)?.name ?? t('onCall.gone')
  return (
    <Typography variant={own ? 'subtitle1' : 'body1'} component="p" sx={{ m: 0 }}>
      {own
        ? t('onCall.youUntil', { time: formats.dayTime(own.to) })
        : shift
          ? t('onCall.otherUntil', { name, time: formats.dayTime(shift.to) })
          : t('onCall.nobodyNow')}
    </Typography>
  )
}

interface OverridesProps {
  team: Team
  known: KnownOnCall
  mayChange: boolean
  now: number
  /** Below the list. */
  children: ReactNode
}

/** Who takes over for a while, each with a way to take it back. What is over is not shown, and goes with the next change. */
function Overrides({ team, known, mayChange, now, children }: OverridesProps) {
  const { t } = useTranslation('teams')
  const formats = useFormats()
  const change = useChangeOnCall(team.id, known, () => undefined)
  const left = known.plan.overrides.filter(({ to }) => Date.parse(to) > now)
  if (left.length === 0) return children
  const nameOf = ({ user_id }: OnCall['overrides'][number]) =>
    team.members.find((one) => one.user_id === user_id)?.name ?? t('onCall.gone')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="subtitle2" component="h3" sx={{ m: 0 }}>
        {t('onCall.overrides')}
      </Typography>
      <SettingsFault error={change.error} onRetry={null} />
      <Box component="ul" aria-label={t('onCall.overrides')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {left.map((one) => (
          <Box
            key={one.id}
            component="li"
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 40 }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>{nameOf(one)}</bdi>
              <Typography variant="caption" component="div" color="textSecondary">
                {formats.dayTime(one.from)} – {formats.dayTime(one.to)}
              </Typography>
            </Box>
            {mayChange ? (
              <IconButton
                aria-label={t('onCall.removeOverride', {
                  name: nameOf(one),
                  time: formats.dayTime(one.from),
                })}
                disabled={change.loading}
                onClick={() => change.run({ overrides: left.filter(({ id }) => id !== one.id) })}
              >
                <CloseRounded fontSize="small" />
              </IconButton>
            ) : null}
          </Box>
        ))}
      </Box>
      {children}
    </Box>
  )
}

/** An address for the user's own calendar, which is shown this once (P734). */
function CalendarAddress({ teamId }: { teamId: number }) {
  const { t } = useTranslation('teams')
  const { client } = useServices()
  const make = useAction(
    () => client.callTo(onCallEndpoints.createOnCallCalendar, { params: { teamId } }),
    {},
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" sx={{ m: 0 }}>
        {t('onCall.ical')}
      </Typography>
      <Typography color="textSecondary">{t('onCall.icalHint')}</Typography>
      <SettingsFault error={make.error} onRetry={null} />
      {make.result === undefined ? (
        <Button size="small" loading={make.loading} onClick={() => make.run(undefined)}>
          {t('onCall.icalMake')}
        </Button>
      ) : (
        <Box role="status" sx={{ width: '100%', minWidth: 0 }}>
          <CodeBlock title={t('onCall.icalAddress')} code={make.result.url} />
        </Box>
      )}
    </Box>
  )
}
