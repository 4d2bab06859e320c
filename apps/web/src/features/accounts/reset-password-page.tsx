import { Email } from '@roundsman/contract/accounts/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { fieldProblem, formProblem } from '../../data/api/errors.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { TextField, useCheckedForm } from '../../ui/controls/fields.tsx'
import { RouteLink } from '../../ui/controls/links.tsx'
import { AccountForm } from './account-form.tsx'
import { MailSent, useMail } from './mail-sent.tsx'

/** Stricter than the call, which never says what is an address: a typo is better caught here. */
const Form = z.object({ email: Email })

/** Asks for a link to set a new password. The answer is the same whether or not there is such an account. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client } = useServices()
  const mail = useMail((body: z.output<typeof Form>) => client.callWithWait('resetPassword', { body }))
  const { send: ask, sentTo } = mail
  const { wrong, onSubmit } = useCheckedForm(Form, ask.run)
  if (sentTo !== null) return <MailSent mail={mail}>{tAccount('forgot.sent', { email: sentTo })}</MailSent>

  return (
    <AccountForm
      title={tAccount('forgot.title')}
      subtitle={tAccount('forgot.hint')}
      submit={tAccount('forgot.send')}
      busy={ask.loading}
      problem={ask.error ? formProblem(ask.error, t, formats) : null}
      onSubmit={onSubmit}
      after={<RouteLink to="/login">{tAccount('forgot.back')}</RouteLink>}
    >
      <TextField
        name="email"
        label={t('account.email')}
        type="email"
        autoComplete="username"
        autoFocus
        problem={wrong.has('email') ? t('account.emailWrong') : fieldProblem(ask.error, 'email')}
      />
    </AccountForm>
  )
}
