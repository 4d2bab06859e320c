import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { passwordMinLength, RegisterBody } from '@roundsman/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { productName } from '../../ui/brand.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { fieldProblem, formProblem } from './form-problem.ts'
import { MailSent } from './mail-sent.tsx'

interface Values {
  email: string
  password: string
  first_name?: string | undefined
}

export function RegisterPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { client, network } = useServices()
  const { next } = useSearch({ from: '/guests/register' })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: standardSchemaResolver(RegisterBody),
    defaultValues: { email: '', password: '', first_name: '' },
  })
  const create = useMutation({
    mutationFn: (body: Values) =>
      client.call('register', { body: { ...body, first_name: body.first_name || undefined } }),
    onSuccess: (_, body) => setSentTo(body.email),
  })
  if (sentTo !== null) return <MailSent email={sentTo} onAgain={() => setSentTo(null)} />

  const { errors } = formState
  return (
    <AccountForm
      title={t('account.create')}
      subtitle={t('account.on', { network: network.name, product: productName })}
      submit={t('account.create')}
      busy={create.isPending}
      problem={create.error ? formProblem(create.error, t, formats) : null}
      onSubmit={(event) => void handleSubmit((body) => create.mutate(body))(event)}
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
        {...register('first_name')}
        label={t('account.firstName')}
        hint={t('account.optional')}
        autoComplete="given-name"
        problem={errors.first_name ? t('account.nameTooLong') : fieldProblem(create.error, 'first_name')}
      />
      <TextField
        {...register('email')}
        label={t('account.email')}
        type="email"
        autoComplete="username"
        problem={errors.email ? t('account.emailWrong') : fieldProblem(create.error, 'email')}
      />
      <PasswordField
        {...register('password')}
        label={t('account.password')}
        autoComplete="new-password"
        hint={t('account.passwordRule', { count: passwordMinLength })}
        problem={
          errors.password
            ? t('account.passwordRule', { count: passwordMinLength })
            : fieldProblem(create.error, 'password')
        }
      />
    </AccountForm>
  )
}
