import AddRounded from '@mui/icons-material/AddRounded'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import type { OwnTeam } from '@roundsman/contract/accounts/teams'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { teamsQuery } from '../../../data/services/teams.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { RouteLink } from '../../../ui/controls/links.tsx'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'
import { TeamCard } from './team-card.tsx'
import { TeamRow } from './team-row.tsx'

const CreateTeamDialog = lazy(() => import('./create-team-dialog.tsx'))

const none: readonly OwnTeam[] = []

/** The teams of the user, or the one that the address names. */
export function TeamsPanel({ user }: { user: Profile }) {
  const { team } = useSearch({ from: '/members/settings' })
  return team === undefined ? <TeamsList /> : <TeamCard key={team} id={Number(team)} user={user} />
}

function TeamsList() {
  const { t } = useTranslation('teams')
  const { client } = useServices()
  const [creating, setCreating] = useState(false)
  const { known, loading, error, fetch } = useFetch(teamsQuery(client), none)
  return (
    <SettingsCard
      title={t('title')}
      hint={t('hint')}
      action={
        <Button
          variant="contained"
          startIcon={<AddRounded />}
          sx={{ alignSelf: 'start' }}
          onClick={() => setCreating(true)}
        >
          {t('create')}
        </Button>
      }
    >
      <SettingsFault error={error} onRetry={fetch} />
      {loading && known === undefined ? <CircularProgress size={24} aria-label={t('loading')} /> : null}
      {known?.length === 0 ? <Typography color="textSecondary">{t('none')}</Typography> : null}
      {known !== undefined && known.length > 0 ? (
        <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {known.map(({ id, name, role }) => (
            <TeamRow
              key={id}
              icon={GroupsOutlined}
              title={
                <RouteLink to="/settings" search={{ tab: 'teams', team: String(id) }}>
                  <bdi>{name}</bdi>
                </RouteLink>
              }
              caption={t(`role.${role}`)}
            />
          ))}
        </Box>
      ) : null}
      {creating ? (
        <Suspense fallback={null}>
          <CreateTeamDialog onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </SettingsCard>
  )
}
