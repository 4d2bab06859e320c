import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import {
  type Team,
  type TeamMember,
  type TeamRole,
  teamEndpoints,
  teamRoles,
} from '@roundsman/contract/accounts/teams'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formProblem } from '../../../data/api/errors.ts'
import { type Action, useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { teamsChanged } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Select } from '../../../ui/controls/fields.tsx'
import { showSuccess } from '../../../ui/toast.ts'
import { TeamRow } from './team-row.tsx'

interface Props {
  team: Team
  member: TeamMember
  isSelf: boolean
  /** The user may change roles and remove others. */
  mayManage: boolean
  /** Without whom the team would have no owner. */
  isLastOwner: boolean
}

/** Somebody in a team: who they are and what they may, which an owner changes here. */
export function MemberRow({ team, member, isSelf, mayManage, isLastOwner }: Props) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { client } = services
  /** The role that the user would have in place of their own. */
  const [wished, setWished] = useState<TeamRole | null>(null)
  const [removing, setRemoving] = useState(false)
  const { name } = member
  const params = { teamId: team.id, userId: member.user_id }
  const change = useAction(
    (role: TeamRole) => client.callTo(teamEndpoints.changeMember, { params, body: { role } }),
    {
      onLoaded: async ({ role }) => {
        setWished(null)
        showSuccess(t('roleChanged', { name, role: t(`role.${role}`) }))
        await teamsChanged(services)
      },
      // What is shown is what the server has.
      onError: () => teamsChanged(services),
    },
  )
  const remove = useAction(() => client.callTo(teamEndpoints.removeMember, { params }), {
    onLoaded: async () => {
      showSuccess(t('removed', { name }))
      await teamsChanged(services)
    },
  })
  const choose = (value: string) => {
    const role = teamRoles.find((one) => one === value)
    if (role === undefined || role === member.role) return setWished(null)
    if (isSelf) setWished(role)
    else change.run(role)
  }
  const shown = wished ?? (change.loading ? change.input : undefined) ?? member.role
  return (
    <TeamRow
      icon={PersonOutlineRounded}
      title={
        <>
          <bdi>{name}</bdi>
          {isSelf ? ` · ${t('you')}` : null}
        </>
      }
      caption={<bdi dir="ltr">{member.email}</bdi>}
      actions={
        <>
          {mayManage && !isLastOwner ? (
            <Select
              aria-label={t('roleOf', { name })}
              value={shown}
              disabled={change.loading}
              onChange={({ target: { value } }) => choose(value)}
            >
              {teamRoles.map((role) => (
                <option key={role} value={role}>
                  {t(`role.${role}`)}
                </option>
              ))}
            </Select>
          ) : (
            <Typography color="textSecondary">{t(`role.${member.role}`)}</Typography>
          )}
          {mayManage && !isSelf ? (
            <IconButton
              aria-label={t('remove', { name })}
              aria-expanded={removing}
              onClick={() => setRemoving(!removing)}
            >
              <DeleteOutlineRounded fontSize="small" />
            </IconButton>
          ) : null}
        </>
      }
    >
      {change.error && wished === null ? (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {formProblem(change.error, tCommon, formats)}
        </Box>
      ) : null}
      {wished === null ? null : (
        <AskFirst
          ask={t('stepDownAsk')}
          yes={t('stepDownYes')}
          action={{ ...change, run: () => change.run(wished) }}
          onClose={() => setWished(null)}
        />
      )}
      {removing ? (
        <AskFirst
          ask={t('removeAsk', { name })}
          yes={t('removeYes')}
          action={remove}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </TeamRow>
  )
}

interface AskProps {
  ask: ReactNode
  yes: string
  action: Pick<Action<void, unknown>, 'loading' | 'error' | 'run'>
  onClose: () => void
}

/** The question before something that cannot be undone by the user alone, and what came of it. */
export function AskFirst({ ask, yes, action, onClose }: AskProps) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  return (
    <Alert severity="warning" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {ask}
      {action.error ? (
        <Box role="alert" sx={{ color: 'error.main', mt: 2 }}>
          {formProblem(action.error, tCommon, formats)}
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <Button color="error" autoFocus loading={action.loading} onClick={() => action.run()}>
          {yes}
        </Button>
        <Button variant="text" color="inherit" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Box>
    </Alert>
  )
}
