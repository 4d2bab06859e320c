import EditOutlined from '@mui/icons-material/EditOutlined'
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type Team, TeamNameBody, type TeamRole, teamEndpoints } from '@roundsman/contract/accounts/teams'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formProblem, isProblem } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { teamQuery, teamsChanged } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { RouteLink } from '../../../ui/controls/links.tsx'
import { showSuccess } from '../../../ui/toast.ts'
import { ContactsPanel } from '../contacts/contacts-panel.tsx'
import { NameForm } from '../name-form.tsx'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'
import { OnCallCards } from './on-call/on-call-card.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { AskFirst, MemberRow } from './member-row.tsx'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))

/** One team of the user: who is in it and who is invited, and what their role lets them do (P671–P677). */
export function TeamCard({ id, user }: { id: number; user: Profile }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { client } = useServices()
  const { known, error, fetch } = useFetch(teamQuery(client, id), null)
  const own = known?.members.find(({ user_id }) => user_id === user.id)
  // Somebody else may take the user out of it while they look.
  const isGone = isProblem(error, 'not_found')
  return (
    <>
      <Typography sx={{ mb: 3, '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 24 } }}>
        <RouteLink to="/settings" search={{ tab: 'teams' }}>
          {t('back')}
        </RouteLink>
      </Typography>
      {isGone || (known && !own) ? (
        <SettingsCard title={t('missingTitle')}>
          <Typography color="textSecondary">{t('missing')}</Typography>
        </SettingsCard>
      ) : known && own ? (
        <>
          <TeamHead team={known} role={own.role} />
          {error === null ? null : (
            <Alert severity="error" role="alert" sx={{ mt: 5, maxWidth: 760, boxSizing: 'border-box' }}>
              {formProblem(error, tCommon, formats)}
            </Alert>
          )}
          <Members team={known} user={user} role={own.role} />
          <ContactsPanel team={{ id: known.id, mayChange: own.role !== 'MEMBER' }} />
          <Invitations team={known} role={own.role} />
          <OnCallCards team={known} userId={user.id} mayChange={own.role !== 'MEMBER'} />
          <Ends team={known} user={user} role={own.role} />
        </>
      ) : error ? (
        <SettingsCard title={t('title')}>
          <SettingsFault error={error} onRetry={fetch} />
        </SettingsCard>
      ) : (
        <CircularProgress size={24} aria-label={t('loading')} />
      )}
    </>
  )
}

interface PartProps {
  team: Team
  /** The user's own. */
  role: TeamRole
}

function TeamHead({ team, role }: PartProps) {
  const { t } = useTranslation('teams')
  const [renaming, setRenaming] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 760, mb: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography
          variant="h5"
          component="h2"
          dir="auto"
          sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {team.name}
        </Typography>
        {role === 'MEMBER' ? null : (
          <IconButton
            aria-label={t('rename')}
            aria-expanded={renaming}
            onClick={() => setRenaming(!renaming)}
          >
            <EditOutlined fontSize="small" />
          </IconButton>
        )}
      </Box>
      {renaming ? <RenameForm team={team} onClose={() => setRenaming(false)} /> : null}
    </Box>
  )
}

function RenameForm({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslation('teams')
  const services = useServices()
  const rename = useAction(
    (body: Pick<Team, 'name'>) =>
      services.client.callTo(teamEndpoints.renameTeam, { params: { teamId: team.id }, body }),
    {
      onLoaded: async () => {
        await teamsChanged(services)
        onClose()
      },
    },
  )
  return (
    <NameForm
      name={team.name}
      schema={TeamNameBody}
      rename={rename}
      texts={{ label: t('name'), wrong: t('nameWrong'), save: t('save'), cancel: t('cancel') }}
      onClose={onClose}
    />
  )
}

function Members({ team, user, role }: PartProps & { user: Profile }) {
  const { t } = useTranslation('teams')
  const owners = team.members.filter((one) => one.role === 'OWNER').length
  return (
    <SettingsCard
      title={t('members')}
      hint={`${t('join.as', { role: t(`role.${role}`) })} ${t(`roleHint.${role}`)}`}
    >
      <Box component="ul" aria-label={t('members')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {team.members.map((member) => (
          <MemberRow
            key={member.user_id}
            team={team}
            member={member}
            isSelf={member.user_id === user.id}
            mayManage={role === 'OWNER'}
            isLastOwner={member.role === 'OWNER' && owners === 1}
          />
        ))}
      </Box>
    </SettingsCard>
  )
}

function Invitations({ team, role }: PartProps) {
  const { t } = useTranslation('teams')
  const [inviting, setInviting] = useState(false)
  const mayInvite = role === 'OWNER'
  if (!mayInvite && team.invitations.length === 0) return null
  return (
    <SettingsCard
      title={t('invitations')}
      action={
        mayInvite ? (
          <Button
            variant="contained"
            startIcon={<PersonAddAltOutlined />}
            sx={{ alignSelf: 'start' }}
            onClick={() => setInviting(true)}
          >
            {t('invite')}
          </Button>
        ) : null
      }
    >
      {team.invitations.length === 0 ? (
        <Typography color="textSecondary">{t('noInvitations')}</Typography>
      ) : (
        <Box component="ul" aria-label={t('invitations')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {team.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              teamId={team.id}
              invitation={invitation}
              mayManage={mayInvite}
            />
          ))}
        </Box>
      )}
      {inviting ? (
        <Suspense fallback={null}>
          <InviteDialog team={team} onClose={() => setInviting(false)} />
        </Suspense>
      ) : null}
    </SettingsCard>
  )
}

/** How the user leaves the team, or ends it. */
function Ends({ team, user, role }: PartProps & { user: Profile }) {
  const { t } = useTranslation('teams')
  const services = useServices()
  const { client } = services
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null)
  const isLastOwner =
    role === 'OWNER' && team.members.filter((member) => member.role === 'OWNER').length === 1
  const gone = async (said: string) => {
    showSuccess(said)
    await navigate({ to: '/settings', search: { tab: 'teams' } })
    await teamsChanged(services)
  }
  const leave = useAction(
    () => client.callTo(teamEndpoints.removeMember, { params: { teamId: team.id, userId: user.id } }),
    { onLoaded: () => gone(t('left', { team: team.name })) },
  )
  const remove = useAction(() => client.callTo(teamEndpoints.deleteTeam, { params: { teamId: team.id } }), {
    onLoaded: () => gone(t('deleted', { team: team.name })),
  })
  return (
    <Box sx={{ mt: 5, maxWidth: 760 }}>
      {isLastOwner ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0, mb: 2 }}>
          {t('lastOwner')}
        </Typography>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {isLastOwner ? null : (
          <Button
            color="error"
            aria-expanded={asking === 'leave'}
            onClick={() => setAsking(asking === 'leave' ? null : 'leave')}
          >
            {t('leave')}
          </Button>
        )}
        {role === 'OWNER' ? (
          <Button
            color="error"
            aria-expanded={asking === 'delete'}
            onClick={() => setAsking(asking === 'delete' ? null : 'delete')}
          >
            {t('delete')}
          </Button>
        ) : null}
      </Box>
      {asking === 'leave' ? (
        <AskFirst
          ask={t('leaveAsk', { team: team.name })}
          yes={t('leaveYes')}
          action={leave}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'delete' ? (
        <AskFirst
          ask={t('deleteAsk', { team: team.name })}
          yes={t('deleteYes')}
          action={remove}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Box>
  )
}
