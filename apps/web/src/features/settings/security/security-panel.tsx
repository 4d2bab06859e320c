import { EmailChangeBody, PasswordChangeBody } from '@roundsman/contract/accounts/accounts'
import { passwordMinLength, type Profile } from '@roundsman/contract/accounts/users'
import { useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { fieldProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { PasswordField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { FactorGate, useFactorGuard } from './factors/factor-gate.tsx'
import { SecondFactorCard } from './factors/second-factor-card.tsx'
import { LeavingCard } from './leaving-card.tsx'
import { useReauthProblem } from './reauth.tsx'
import { SettingsCard, SettingsForm } from '../settings-card.tsx'
import { SignInMethodsCard } from './sign-in-methods.tsx'

export function SecurityPanel({ user }: { user: Profile }) {
  return (
    <FactorGate user={user}>
      <PasswordCard user={user} />
      <EmailCard user={user} />
      <SecondFactorCard user={user} />
      <SignInMethodsCard user={user} />
      <LeavingCard user={user} />
    </FactorGate>
  )
}

/** Whoever has no password yet, having signed in with a provider, sets the first one here. */
function PasswordCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const { client, session, queries } = useServices()
  const guard = useFactorGuard()
  const problemOf = useReauthProblem(user)
  const form = useRef<HTMLDivElement>(null)
  const save = useAction(
    (body: z.output<typeof PasswordChangeBody>) => guard(() => client.call('passwordChange', { body })),
    {
      onLoaded() {
        form.current?.querySelector('form')?.reset()
        session.change((before) => ({ ...before, has_password: true }))
        void queries.invalidateQueries({ queryKey: ['sessions'] })
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(
    user.has_password ? withOldPassword : PasswordChangeBody,
    save.run,
  )
  const rule = t('account.passwordRule', { count: passwordMinLength })

  return (
    <SettingsCard title={tAccount('password.title')} hint={tAccount('password.hint')}>
      <div ref={form}>
        <SettingsForm
          submit={tAccount('password.save')}
          busy={save.loading}
          problem={save.error ? problemOf(save.error) : null}
          done={save.loaded ? tAccount('password.done') : null}
          onSubmit={onSubmit}
        >
          {/* Tells password managers whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          {user.has_password ? (
            <PasswordField
              name="old_password"
              label={tAccount('password.old')}
              autoComplete="current-password"
              problem={
                wrong.has('old_password')
                  ? t('account.passwordMissing')
                  : fieldProblem(save.error, 'old_password')
              }
            />
          ) : null}
          <PasswordField
            name="new_password"
            label={tAccount('newPassword.title')}
            autoComplete="new-password"
            hint={rule}
            problem={wrong.has('new_password') ? rule : fieldProblem(save.error, 'new_password')}
          />
        </SettingsForm>
      </div>
    </SettingsCard>
  )
}

const withOldPassword = z.object({
  ...PasswordChangeBody.shape,
  old_password: z.string().check(z.minLength(1), z.maxLength(1024)),
})

/** The address changes when the link that goes to the new one is used, not before. */
function EmailCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const { client } = useServices()
  const guard = useFactorGuard()
  const problemOf = useReauthProblem(user)
  const ask = useAction((body: z.output<typeof EmailChangeBody>) =>
    guard(() => client.call('emailChange', { body })),
  )
  const { wrong, onSubmit } = useCheckedForm(user.has_password ? emailWithPassword : EmailChangeBody, ask.run)

  return (
    <SettingsCard title={t('account.email')} hint={tAccount('email.hint', { email: user.email })}>
      <SettingsForm
        submit={tAccount('email.send')}
        busy={ask.loading}
        problem={ask.error ? problemOf(ask.error) : null}
        done={ask.loaded && ask.input ? tAccount('email.sent', { email: ask.input.email }) : null}
        onSubmit={onSubmit}
        draft="email"
      >
        <TextField
          name="email"
          label={tAccount('email.new')}
          type="email"
          autoComplete="email"
          problem={wrong.has('email') ? t('account.emailWrong') : fieldProblem(ask.error, 'email')}
        />
        {user.has_password ? (
          <PasswordField
            name="password"
            label={tAccount('password.old')}
            autoComplete="current-password"
            problem={
              wrong.has('password') ? t('account.passwordMissing') : fieldProblem(ask.error, 'password')
            }
          />
        ) : null}
      </SettingsForm>
    </SettingsCard>
  )
}

const emailWithPassword = z.object({
  ...EmailChangeBody.shape,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
})
