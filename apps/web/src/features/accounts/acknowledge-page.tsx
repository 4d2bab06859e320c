import CheckRounded from '@mui/icons-material/CheckRounded'
import Button from '@mui/material/Button'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formProblem, isProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { RouteButton } from '../../ui/controls/links.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AccountForm, LinkExpired } from './account-form.tsx'

/**
 * Where the link of a mailed alert leads: what can be said to it, as on a call. It acts on a click, since programs that
 * read mail open links too, and works whether or not somebody is signed in.
 */
export function AcknowledgePage() {
  const { t } = useTranslation()
  const { t: tHistory } = useTranslation('history')
  const formats = useFormats()
  const { client } = useServices()
  const params = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const token = params.token ?? search.token ?? ''
  const answering = useAction((answer: 'ACKNOWLEDGE' | 'MUTE') =>
    client.callTo(alertEndpoints.answerAlert, { body: { token, answer } }),
  )
  const toHistory = (
    <RouteButton to="/alerts-history" variant="contained">
      {tHistory('answer.toHistory')}
    </RouteButton>
  )
  const { error, input } = answering

  if (token === '' || isProblem(error, 'invalid_token'))
    return <LinkExpired actions={toHistory}>{tHistory('answer.expired')}</LinkExpired>
  if (answering.loaded)
    return (
      <EmptyState
        icon={CheckRounded}
        tone="success"
        title={tHistory(input === 'MUTE' ? 'answer.mutedTitle' : 'answer.acknowledgedTitle')}
        heading="h1"
        actions={toHistory}
      >
        {tHistory(input === 'MUTE' ? 'answer.muted' : 'answer.acknowledged')}
      </EmptyState>
    )

  return (
    <AccountForm
      title={tHistory('answer.title')}
      subtitle={tHistory('answer.hint')}
      submit={tHistory('answer.acknowledge')}
      busy={answering.loading && input === 'ACKNOWLEDGE'}
      problem={error ? formProblem(error, t, formats) : null}
      onSubmit={(event) => {
        event.preventDefault()
        answering.run('ACKNOWLEDGE')
      }}
      alternative={
        <Button
          size="large"
          variant="outlined"
          fullWidth
          loading={answering.loading && input === 'MUTE'}
          onClick={() => {
            answering.run('MUTE')
          }}
        >
          {tHistory('answer.mute')}
        </Button>
      }
    >
      {null}
    </AccountForm>
  )
}
