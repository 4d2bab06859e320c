import CheckRounded from '@mui/icons-material/CheckRounded'
import { ResetPasswordConfirmBody } from '@roundsman/contract/accounts/accounts'
import { passwordMinLength } from '@roundsman/contract/accounts/users'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { fieldProblem, formProblem, isProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { PasswordField, useCheckedForm } from '../../ui/controls/fields.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AccountForm, LinkExpired } from './account-form.tsx'

const Form = z.pick(ResetPasswordConfirmBody, { password: true })

/** Where the link for a forgotten password leads. A password that is refused does not use the link up. */
export function NewPasswordPage() {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const { token = '' } = useSearch({ from: '/guests/reset-password/confirm' })
  const save = useAction(
    ({ password }: z.output<typeof Form>) =>
      client.call('resetPasswordConfirm', { body: { token, password } }),
    // Every session of that account has ended; who is signed in here may be somebody else.
    { onLoaded: () => session.ask() },
  )
  const { wrong, onSubmit } = useCheckedForm(Form, save.run)

  if (token === '' || isProblem(save.error, 'invalid_token'))
    return (
      <LinkExpired
        actions={
          <RouteButton to="/reset-password" variant="contained">
            {tAccount('expired.resetAgain')}
          </RouteButton>
        }
      >
        {tAccount('expired.reset')}
      </LinkExpired>
    )
  if (save.loaded)
    return (
      <EmptyState
        icon={CheckRounded}
        tone="success"
        title={tAccount('newPassword.doneTitle')}
        heading="h1"
        actions={
          <RouteButton to="/login" variant="contained">
            {t('account.signIn')}
          </RouteButton>
        }
      >
        {tAccount('newPassword.done')}
      </EmptyState>
    )

  const rule = t('account.passwordRule', { count: passwordMinLength })
  return (
    <AccountForm
      title={tAccount('newPassword.title')}
      subtitle={tAccount('newPassword.hint')}
      submit={tAccount('newPassword.save')}
      busy={save.loading}
      problem={save.error ? formProblem(save.error, t, formats) : null}
      onSubmit={onSubmit}
    >
      <PasswordField
        name="password"
        label={tAccount('newPassword.title')}
        autoComplete="new-password"
        autoFocus
        hint={rule}
        problem={wrong.has('password') ? rule : fieldProblem(save.error, 'password')}
      />
    </AccountForm>
  )
}
