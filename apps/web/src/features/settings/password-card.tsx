import { PasswordChangeBody } from '@roundsman/contract/accounts'
import { type Profile, passwordMinLength } from '@roundsman/contract/users'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { fieldProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { SettingsCard } from './settings-card.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useReauthProblem } from './use-reauth-problem.ts'

/** Whoever has no password yet, having signed in with a provider, sets the first one here. */
export function PasswordCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const { client, session, queries } = useServices()
  const problemOf = useReauthProblem(user)
  const form = useRef<HTMLDivElement>(null)
  const save = useAction(
    (body: z.output<typeof PasswordChangeBody>) => client.call('passwordChange', { body }),
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
    <SettingsCard title={say('password.title')} hint={say('password.hint')}>
      <div ref={form}>
        <SettingsForm
          submit={say('password.save')}
          busy={save.loading}
          problem={save.error ? problemOf(save.error) : null}
          done={save.loaded ? say('password.done') : null}
          onSubmit={onSubmit}
        >
          {/* Tells password managers whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          {user.has_password ? (
            <PasswordField
              name="old_password"
              label={say('password.old')}
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
            label={say('newPassword.title')}
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
