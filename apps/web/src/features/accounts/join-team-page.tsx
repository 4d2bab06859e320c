import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type SentInvitation, teamEndpoints } from '@roundsman/contract/accounts/teams'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formProblem, isProblem, mayRetry } from '../../data/api/errors.ts'
import { useAction, useFetch } from '../../data/api/operation.ts'
import { useServices, useUser } from '../../data/services/services.ts'
import { invitationPath, keepInvitation, teamsChanged } from '../../data/services/teams.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { showSuccess } from '../../ui/toast.ts'

/**
 * Where the link of an invitation leads: what it is about, and joining on a click, by the account with the address that
 * was invited. Whoever is not signed in, or by another address, is told with which account it goes on (P678–P681).
 */
export function JoinTeamPage() {
  const { t } = useTranslation('teams')
  const { client } = useServices()
  const user = useUser()
  const { token = '' } = useSearch({ from: '/guests/teams/join' })
  const { known, error, fetch } = useFetch(
    {
      queryKey: ['invitation', token],
      queryFn: ({ signal }) => client.callTo(teamEndpoints.invitation, { query: { token }, signal }),
      enabled: token !== '',
      retry: mayRetry,
    },
    null,
  )
  if (token === '' || isProblem(error, 'invalid_token')) return <InvitationGone user={user} />
  if (known && user) return <ForMember invitation={known} user={user} token={token} />
  if (known && user === null) return <ForGuest invitation={known} token={token} />
  if (error)
    return (
      <LoadFailed error={error} onRetry={fetch} title={t('join.failedTitle')} heading="h1">
        {t('join.failed')}
      </LoadFailed>
    )
  return (
    <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 3 }}>
      {[96, 280, 220].map((width) => (
        <Skeleton key={width} height={20} width={width} sx={{ maxWidth: '100%' }} />
      ))}
    </Box>
  )
}

function InvitationGone({ user }: { user: Profile | null | undefined }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  return (
    <EmptyState
      icon={LinkOffRounded}
      title={t('join.expiredTitle')}
      heading="h1"
      actions={
        user ? (
          <RouteButton to="/settings" search={{ tab: 'teams' }} variant="contained">
            {t('join.toTeams')}
          </RouteButton>
        ) : (
          <RouteButton to="/login" variant="contained">
            {tCommon('account.signIn')}
          </RouteButton>
        )
      }
    >
      {t('join.expired')}
    </EmptyState>
  )
}

interface FrameProps {
  invitation: SentInvitation
  /** What to do, and what stands in the way. */
  children: ReactNode
  actions: ReactNode
}

/** What the invitation is about; names that people gave keep their own direction. */
function Invitation({ invitation, children, actions }: FrameProps) {
  const { t } = useTranslation('teams')
  const formats = useFormats()
  const { serverTime } = useServices()
  const { team_name, invited_by, role, expires_at } = invitation
  return (
    <EmptyState
      icon={GroupAddOutlined}
      tone="info"
      title={t('join.title', { team: team_name })}
      heading="h1"
      actions={actions}
    >
      <Box component="span" sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <span>
          {t('join.by', { email: invited_by })} {t('join.as', { role: t(`role.${role}`) })}{' '}
          {t(`roleHint.${role}`)}
        </span>
        <span>{t('join.until', { time: formats.time(expires_at, serverTime.now()) })}</span>
        {children}
      </Box>
    </EmptyState>
  )
}

interface Props {
  invitation: SentInvitation
  token: string
}

function ForMember({ invitation, user, token }: Props & { user: Profile }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { client, session } = services
  const router = useRouter()
  const join = useAction(() => client.callTo(teamEndpoints.joinTeam, { body: { token } }), {
    onLoaded: async ({ id, name }) => {
      await teamsChanged(services)
      showSuccess(t('join.joined', { team: name }))
      await router.navigate({ to: '/settings', search: { tab: 'teams', team: String(id) } })
    },
  })
  const logout = useAction(() => client.call('logout'), { onLoaded: () => session.leave() })
  if (isProblem(join.error, 'invalid_token')) return <InvitationGone user={user} />
  const isOther = invitation.email.toLowerCase() !== user.email.toLowerCase()
  const failed = join.error ?? logout.error
  const problem = failed ? (
    <Box component="span" role="alert" sx={{ color: 'error.main' }}>
      {formProblem(failed, tCommon, formats)}
    </Box>
  ) : null
  if (isOther)
    return (
      <Invitation
        invitation={invitation}
        actions={
          <Button variant="contained" loading={logout.loading} onClick={() => logout.run()}>
            {t('join.switch')}
          </Button>
        }
      >
        <strong>{t('join.otherAccount', { email: invitation.email, own: user.email })}</strong>
        <span>{t('join.switchHint', { email: invitation.email })}</span>
        {problem}
      </Invitation>
    )
  return (
    <Invitation
      invitation={invitation}
      actions={
        <Button variant="contained" loading={join.loading} onClick={() => join.run()}>
          {t('join.submit')}
        </Button>
      }
    >
      {problem}
    </Invitation>
  )
}

function ForGuest({ invitation, token }: Props) {
  const { t } = useTranslation('teams')
  const { storage } = useServices()
  const next = invitationPath(token)
  return (
    <Invitation
      invitation={invitation}
      actions={
        <>
          <RouteButton to="/login" search={{ next }} variant="contained">
            {t('join.signIn')}
          </RouteButton>
          <RouteButton to="/register" search={{ next }} onClick={() => keepInvitation(storage, token)}>
            {t('join.register')}
          </RouteButton>
        </>
      }
    >
      <span>{t('join.guest', { email: invitation.email })}</span>
    </Invitation>
  )
}
