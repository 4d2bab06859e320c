import Typography from '@mui/material/Typography'
import type { OwnTeam } from '@roundsman/contract/accounts/teams'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { useNavigate } from '@tanstack/react-router'
import { type ChannelState, teamChannelStates } from '../../data/alerts/channel-states.ts'
import { useFetch } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { teamChannelsQuery } from '../../data/services/on-call.ts'
import { teamsQuery } from '../../data/services/teams.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RouteLink } from '../../ui/controls/links.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import type { AlertsSearch } from './alerts-search.ts'

/** Whose settings the page shows, and whether the user may change them (P742, P743). */
export interface AlertsOwner {
  /** null: the user's own. */
  teamId: number | null
  mayChange: boolean
  /** undefined: not known yet; null: the user's own, or no team of theirs. */
  team: OwnTeam | null | undefined
  /** That may be chosen. */
  teams: readonly OwnTeam[]
}

const none: readonly OwnTeam[] = []
const noChannels: readonly NotificationChannel[] = []

export function useAlertsOwner({ team: id }: AlertsSearch): AlertsOwner {
  const { client } = useServices()
  const { known, error } = useFetch(teamsQuery(client), none)
  const teams = known ?? none
  if (id === undefined) return { teamId: null, mayChange: true, team: null, teams }
  const found = teams.find((one) => one.id === Number(id))
  const team = found ?? (known === undefined && error === null ? undefined : null)
  return { teamId: Number(id), mayChange: found !== undefined && found.role !== 'MEMBER', team, teams }
}

/** The channels of a team: by which it, or one of its members, can be told, and those that something is set to go by. */
export function useTeamChannels(
  { teamId }: AlertsOwner,
  entries: readonly AlertEntry[],
): readonly ChannelState[] {
  const { client } = useServices()
  const query = { ...teamChannelsQuery(client, teamId ?? 0), enabled: teamId !== null }
  const { known } = useFetch(query, noChannels)
  return teamChannelStates(known ?? null, new Set(entries.flatMap(({ channels }) => channels)))
}

/** The user's own settings or a team's; nothing for who is in no team. */
export function OwnerChoice({
  owner: { teamId, teams },
  search,
}: {
  owner: AlertsOwner
  search: AlertsSearch
}) {
  const { t } = useTranslation('alerts')
  const navigate = useNavigate()
  if (teams.length === 0) return null
  const { team: _team, silence: _silence, ...target } = search
  return (
    <Segments
      label={t('owner.label')}
      long
      value={teamId === null ? '' : String(teamId)}
      choices={[
        { value: '', text: t('owner.own') },
        ...teams.map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
      onChoose={(team) =>
        void navigate({ to: '/alerts', search: { ...target, ...(team === '' ? {} : { team }) } })
      }
    />
  )
}

/** Where a team's alerts go, and who may change them. */
export function TeamNote({ team, mayChange }: { team: OwnTeam; mayChange: boolean }) {
  const { t } = useTranslation('alerts')
  return (
    <Typography color="textSecondary" component="p" sx={{ m: 0, mb: 4, maxWidth: '46rem' }}>
      {t(mayChange ? 'owner.note' : 'owner.noteMember')}{' '}
      <RouteLink to="/settings" search={{ tab: 'teams', team: String(team.id) }}>
        {t('owner.toTeam')}
      </RouteLink>
    </Typography>
  )
}

/** The address names a team that is gone, or that the user is no longer in. */
export function NoTeam() {
  const { t } = useTranslation('alerts')
  return (
    <Typography color="textSecondary" component="p" sx={{ m: 0 }}>
      {t('owner.gone')}{' '}
      <RouteLink to="/alerts" search={{}}>
        {t('owner.toOwn')}
      </RouteLink>
    </Typography>
  )
}
