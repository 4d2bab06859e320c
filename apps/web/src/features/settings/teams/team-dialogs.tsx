import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import {
  InvitationBody,
  type Team,
  TeamNameBody,
  teamEndpoints,
  teamRoles,
} from '@roundsman/contract/accounts/teams'
import { useNavigate } from '@tanstack/react-router'
import { type FormEventHandler, type ReactNode, useId, useState } from 'react'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { teamsChanged } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SelectField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { useInvite } from './invitation-row.tsx'

interface FrameProps {
  title: string
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  submit: string
  busy: boolean
  /** What the server said, where no field of the form says it. */
  problem: string | null
  children: ReactNode
}

/** A form that covers the page until it is sent or left. */
function FormDialog({ title, onSubmit, onClose, submit, busy, problem, children }: FrameProps) {
  const { t } = useTranslation('teams')
  const id = useId()
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 480, maxWidth: 'calc(100% - 32px)' } } }}
      onClose={onClose}
    >
      <DialogTitle
        id={id}
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, pb: 2 }}
      >
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <IconButton aria-label={t('close')} onClick={onClose} sx={{ marginInlineEnd: -2 }}>
          <CloseRounded sx={{ fontSize: 20 }} />
        </IconButton>
      </DialogTitle>
      <form onSubmit={onSubmit} noValidate>
        <DialogContent sx={{ display: 'grid', gap: 5, pt: '8px !important' }}>
          {children}
          <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
            {problem === null ? null : <Alert severity="error">{problem}</Alert>}
          </Box>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
          <Button variant="text" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Leads to the team that it creates. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const navigate = useNavigate()
  const create = useAction(
    (body: Pick<Team, 'name'>) => services.client.callTo(teamEndpoints.createTeam, { body }),
    {
      onLoaded: async ({ id }) => {
        onClose()
        await teamsChanged(services)
        await navigate({ to: '/settings', search: { tab: 'teams', team: String(id) } })
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(TeamNameBody, create.run)
  const atName = wrong.has('name') ? t('nameWrong') : fieldProblem(create.error, 'name')
  return (
    <FormDialog
      title={t('create')}
      submit={t('create')}
      busy={create.loading}
      problem={create.error && atName === undefined ? formProblem(create.error, tCommon, formats) : null}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('name')}
        problem={atName}
        maxLength={60}
        autoComplete="off"
        autoFocus
        dir="auto"
      />
    </FormDialog>
  )
}

/** Sends an invitation; the list below shows it then. */
export function InviteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const [role, setRole] = useState<(typeof teamRoles)[number]>('MEMBER')
  const invite = useInvite(team.id, onClose)
  const { wrong, onSubmit } = useCheckedForm(InvitationBody, invite.run)
  const atEmail = wrong.has('email') ? t('emailWrong') : fieldProblem(invite.error, 'email')
  return (
    <FormDialog
      title={t('inviteTitle', { team: team.name })}
      submit={t('send')}
      busy={invite.loading}
      problem={invite.error && atEmail === undefined ? formProblem(invite.error, tCommon, formats) : null}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Typography color="textSecondary">{t('inviteHint')}</Typography>
      <TextField
        name="email"
        type="email"
        label={t('email')}
        problem={atEmail}
        autoComplete="off"
        autoFocus
        dir="ltr"
      />
      <SelectField
        name="role"
        label={t('roleLabel')}
        hint={t(`roleHint.${role}`)}
        value={role}
        onChange={({ target: { value } }) => setRole(teamRoles.find((one) => one === value) ?? 'MEMBER')}
      >
        {teamRoles.toReversed().map((one) => (
          <option key={one} value={one}>
            {t(`role.${one}`)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
