import { LoginBody } from '@roundsman/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formProblem } from '../../data/form-problem.ts'
import { useServices } from '../../data/services.ts'
import { setUser } from '../../data/session.ts'
import { sitePath } from '../../data/site-path.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { productName } from '../../ui/brand.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { AccountForm } from './account-form.tsx'

export function SignInPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { client, queries, network } = useServices()
  const router = useRouter()
  const { next } = useSearch({ from: '/guests/login' })
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) => client.call('login', { body }),
    onSuccess(user) {
      setUser(queries, user)
      router.history.push(sitePath(next))
    },
  })
  const { wrong, onSubmit } = useCheckedForm(LoginBody, login.mutate)

  return (
    <AccountForm
      title={t('account.signIn')}
      subtitle={t('account.on', { network: network.name, product: productName })}
      submit={t('account.signIn')}
      busy={login.isPending}
      problem={login.error ? formProblem(login.error, t, formats) : null}
      onSubmit={onSubmit}
      after={
        <>
          {t('account.newHere')}{' '}
          <RouteLink to="/register" search={next === undefined ? {} : { next }}>
            {t('account.create')}
          </RouteLink>
        </>
      }
    >
      <TextField
        name="email"
        label={t('account.email')}
        type="email"
        autoComplete="username"
        autoFocus
        problem={wrong.has('email') ? t('account.emailMissing') : undefined}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
        aside={
          <RouteLink to="/reset-password" variant="label">
            {t('account.forgot')}
          </RouteLink>
        }
        problem={wrong.has('password') ? t('account.passwordMissing') : undefined}
      />
    </AccountForm>
  )
}
