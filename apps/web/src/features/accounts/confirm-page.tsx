import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formProblem, isProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { takeInvitation } from '../../data/services/teams.ts'
import { useFormats } from '../../i18n/formats.ts'
import { PasswordField } from '../../ui/controls/fields.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { AccountForm, LinkExpired } from './account-form.tsx'

/**
 * Where the mailed link leads. It acts on a click, not on being opened: mail scanners open links. From another browser
 * than the one that registered the server asks for the password too.
 */
export function ConfirmPage() {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session, storage } = useServices()
  const router = useRouter()
  const { token = '' } = useSearch({ from: '/guests/register/confirm' })
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const confirm = useAction(
    () => client.call('registerConfirm', { body: asked ? { token, password } : { token } }),
    {
      onLoaded(user) {
        session.enter(user)
        router.history.push(takeInvitation(storage) ?? '/')
      },
      onError(error) {
        if (isProblem(error, 'password_required')) setAsked(true)
      },
    },
  )

  if (token === '' || isProblem(confirm.error, 'invalid_token'))
    return (
      <LinkExpired
        actions={
          <>
            <RouteButton to="/register" variant="contained">
              {t('account.create')}
            </RouteButton>
            <RouteButton to="/login">{t('account.signIn')}</RouteButton>
          </>
        }
      >
        {tAccount('expired.register')}
      </LinkExpired>
    )

  const hasFailed = confirm.error !== null && !isProblem(confirm.error, 'password_required')
  return (
    <AccountForm
      title={tAccount('newAccount.title')}
      subtitle={asked ? tAccount('newAccount.otherBrowser') : tAccount('newAccount.hint')}
      submit={tAccount('newAccount.confirm')}
      busy={confirm.loading}
      problem={hasFailed ? formProblem(confirm.error, t, formats) : null}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.run()
      }}
    >
      {asked ? (
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
    </AccountForm>
  )
}
