import CheckRounded from '@mui/icons-material/CheckRounded'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formProblem, isProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { RouteButton } from '../../ui/controls/links.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AccountForm, LinkExpired } from './account-form.tsx'

/**
 * Where the links of a change of address lead: the one to the new address and the one that gives the old one back.
 * They act on a click, and work whether or not somebody is signed in.
 */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const { token = '' } = useSearch({ from: '/guests/email-change/confirm' })
  const confirm = useAction(
    () => client.call('emailChangeConfirm', { body: { token } }),
    // Whoever is signed in here has another address now, or, where an old one came back, no session.
    { onLoaded: () => session.ask() },
  )

  if (token === '' || isProblem(confirm.error, 'invalid_token'))
    return (
      <LinkExpired
        actions={
          <RouteButton to="/settings" variant="contained">
            {tAccount('expired.toSettings')}
          </RouteButton>
        }
      >
        {tAccount('expired.email')}
      </LinkExpired>
    )
  if (confirm.loaded && confirm.result)
    return (
      <EmptyState
        icon={CheckRounded}
        tone="success"
        title={tAccount('newEmail.doneTitle')}
        heading="h1"
        actions={
          <RouteButton to="/" variant="contained">
            {tAccount('newEmail.goOn')}
          </RouteButton>
        }
      >
        {tAccount('newEmail.done', { email: confirm.result.email })}
      </EmptyState>
    )

  return (
    <AccountForm
      title={tAccount('newEmail.title')}
      subtitle={tAccount('newEmail.hint')}
      submit={tAccount('newEmail.confirm')}
      busy={confirm.loading}
      problem={confirm.error ? formProblem(confirm.error, t, formats) : null}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.run()
      }}
    >
      {null}
    </AccountForm>
  )
}
