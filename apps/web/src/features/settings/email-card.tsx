import { EmailChangeBody } from '@roundsman/contract/accounts'
import type { Profile } from '@roundsman/contract/users'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { fieldProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { SettingsCard } from './settings-card.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useReauthProblem } from './use-reauth-problem.ts'

/** The address changes when the link that goes to the new one is used, not before. */
export function EmailCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const { client } = useServices()
  const problemOf = useReauthProblem(user)
  const ask = useAction((body: z.output<typeof EmailChangeBody>) => client.call('emailChange', { body }))
  const { wrong, onSubmit } = useCheckedForm(user.has_password ? withPassword : EmailChangeBody, ask.run)

  return (
    <SettingsCard title={t('account.email')} hint={say('email.hint', { email: user.email })}>
      <SettingsForm
        submit={say('email.send')}
        busy={ask.loading}
        problem={ask.error ? problemOf(ask.error) : null}
        done={ask.loaded && ask.input ? say('email.sent', { email: ask.input.email }) : null}
        onSubmit={onSubmit}
        draft="email"
      >
        <TextField
          name="email"
          label={say('email.new')}
          type="email"
          autoComplete="email"
          problem={wrong.has('email') ? t('account.emailWrong') : fieldProblem(ask.error, 'email')}
        />
        {user.has_password ? (
          <PasswordField
            name="password"
            label={say('password.old')}
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

const withPassword = z.object({
  ...EmailChangeBody.shape,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
})
