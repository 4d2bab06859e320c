import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type TeamInvitation, teamEndpoints } from '@roundsman/contract/accounts/teams'
import { formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { teamsChanged } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { showSuccess } from '../../../ui/toast.ts'
import { TeamRow } from './team-row.tsx'

/** Sends an invitation, or another one in its place. */
export function useInvite(teamId: number, onSent: () => void) {
  const { t } = useTranslation('teams')
  const services = useServices()
  return useAction(
    (body: Pick<TeamInvitation, 'email' | 'role'>) =>
      services.client.callTo(teamEndpoints.inviteToTeam, { params: { teamId }, body }),
    {
      onLoaded: async ({ email }) => {
        onSent()
        showSuccess(t('sent', { email }))
        await teamsChanged(services)
      },
    },
  )
}

interface Props {
  teamId: number
  invitation: TeamInvitation
  mayManage: boolean
}

/** An invitation that nobody has used: until when it works, and how it is sent again or withdrawn (P677). */
export function InvitationRow({ teamId, invitation, mayManage }: Props) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { id, email, role, expires_at } = invitation
  const left = (Date.parse(expires_at) - useNow(60)) / 1000
  const resend = useInvite(teamId, () => undefined)
  const withdraw = useAction(
    () =>
      services.client.callTo(teamEndpoints.withdrawInvitation, {
        params: { teamId, invitationId: id },
      }),
    {
      onLoaded: async () => {
        showSuccess(t('withdrawn'))
        await teamsChanged(services)
      },
    },
  )
  const error = resend.error ?? withdraw.error
  return (
    <TeamRow
      icon={MailOutlineRounded}
      title={<bdi dir="ltr">{email}</bdi>}
      caption={
        left > 0 ? (
          `${t(`role.${role}`)} · ${t('expiresIn', { duration: formats.roughDuration(left) })}`
        ) : (
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            {t(`role.${role}`)}
            <StateMark icon={ScheduleOutlined} tone="warning" emphasis="chip">
              {t('expired')}
            </StateMark>
          </Box>
        )
      }
      actions={
        mayManage ? (
          <>
            <Button
              variant="outlined"
              size="small"
              aria-label={t('resendOf', { email })}
              loading={resend.loading}
              onClick={() => resend.run({ email, role })}
            >
              {t('resend')}
            </Button>
            <IconButton
              aria-label={t('withdraw', { email })}
              loading={withdraw.loading}
              onClick={() => withdraw.run()}
            >
              <DeleteOutlineRounded fontSize="small" />
            </IconButton>
          </>
        ) : null
      }
    >
      {error ? (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {formProblem(error, tCommon, formats)}
        </Box>
      ) : null}
    </TeamRow>
  )
}
