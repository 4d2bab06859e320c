import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { PresentPasswordBody } from '@roundsman/contract/accounts/accounts'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useTranslation } from '../../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { fieldProblem, formProblem, isProblem } from '../../../data/api/errors.ts'
import type { Action } from '../../../data/api/operation.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { PasswordField, useCheckedForm } from '../../../ui/controls/fields.tsx'

export type PresentPasswordValue = z.output<typeof PresentPasswordBody>

interface Props {
  user: Profile
  /** What will happen. */
  ask: string
  submit: string
  danger?: boolean
  action: Pick<Action<PresentPasswordValue, unknown>, 'run' | 'loading' | 'error'>
  /** In place of the sentences for a refused password. */
  problemOf?: (error: unknown) => string | null
  onCancel: () => void
}

/** Asks whether it shall be, and for the password of those who have one. */
export function PresentPasswordForm({
  user,
  ask,
  submit,
  danger = false,
  action,
  problemOf,
  onCancel,
}: Props) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const reauthProblem = useReauthProblem(user)
  const { wrong, onSubmit } = useCheckedForm(
    user.has_password ? withPassword : PresentPasswordBody,
    action.run,
  )
  const { error } = action
  const atField = fieldProblem(error, 'password')

  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      sx={{ display: 'grid', gap: 3, width: '100%', maxWidth: 440 }}
    >
      <Typography>{ask}</Typography>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {user.has_password ? (
        <PasswordField
          name="password"
          label={tAccount('password.old')}
          autoComplete="current-password"
          autoFocus
          problem={wrong.has('password') ? t('account.passwordMissing') : atField}
        />
      ) : null}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {error && atField === undefined ? (
          <Alert severity="error">{problemOf?.(error) ?? reauthProblem(error)}</Alert>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" {...(danger ? { color: 'error' } : {})} loading={action.loading}>
          {submit}
        </Button>
        <Button variant="text" onClick={onCancel}>
          {tAccount('methods.cancel')}
        </Button>
      </Box>
    </Box>
  )
}

const withPassword = z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) })

/** One sentence for a call that takes the present password, or a fresh sign-in of those who have none. */
export function useReauthProblem(user: Pick<Profile, 'has_password'>): (error: unknown) => string {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  return (error) => {
    if (!isProblem(error, 'invalid_credentials')) return formProblem(error, t, formats)
    return user.has_password ? tAccount('password.wrong') : tAccount('password.signInAgain')
  }
}
