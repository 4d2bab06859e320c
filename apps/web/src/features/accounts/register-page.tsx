import { passwordMinLength, RegisterBody } from '@roundsman/contract/accounts/users'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { fieldProblem, formProblem } from '../../data/api/errors.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { productName } from '../../ui/brand.tsx'
import { PasswordField, TextField, useCheckedForm } from '../../ui/controls/fields.tsx'
import { RouteLink } from '../../ui/controls/links.tsx'
import { AccountForm } from './account-form.tsx'
import { MailSent, useMail } from './mail-sent.tsx'

export function RegisterPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { client, network } = useServices()
  const { next } = useSearch({ from: '/guests/register' })
  const mail = useMail((body: z.output<typeof RegisterBody>) => client.callWithWait('register', { body }))
  const { send: create, sentTo } = mail
  const { wrong, onSubmit } = useCheckedForm(RegisterBody, create.run)
  if (sentTo !== null) return <MailSent mail={mail} />

  return (
    <AccountForm
      title={t('account.create')}
      subtitle={t('account.on', { network: network.name, product: productName })}
      submit={t('account.create')}
      busy={create.loading}
      problem={create.error ? formProblem(create.error, t, formats) : null}
      onSubmit={onSubmit}
      after={
        <>
          {t('account.haveOne')}{' '}
          <RouteLink to="/login" search={next === undefined ? {} : { next }}>
            {t('account.signIn')}
          </RouteLink>
        </>
      }
    >
      <TextField
        name="first_name"
        label={t('account.firstName')}
        hint={t('account.optional')}
        autoComplete="given-name"
        problem={
          wrong.has('first_name') ? t('account.nameTooLong') : fieldProblem(create.error, 'first_name')
        }
      />
      <TextField
        name="email"
        label={t('account.email')}
        type="email"
        autoComplete="username"
        problem={wrong.has('email') ? t('account.emailWrong') : fieldProblem(create.error, 'email')}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        autoComplete="new-password"
        hint={t('account.passwordRule', { count: passwordMinLength })}
        problem={
          wrong.has('password')
            ? t('account.passwordRule', { count: passwordMinLength })
            : fieldProblem(create.error, 'password')
        }
      />
    </AccountForm>
  )
}
