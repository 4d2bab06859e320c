import Typography from '@mui/material/Typography'
import { InvitationBody, type Team, type TeamRole, teamRoles } from '@roundsman/contract/accounts/teams'
import { useState } from 'react'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SelectField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useInvite } from './invitation-row.tsx'

/** Sends an invitation; the list below shows it then. */
export default function InviteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const [role, setRole] = useState<TeamRole>('MEMBER')
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
