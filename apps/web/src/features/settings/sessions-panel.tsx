import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiClient } from '../../data/api-client.ts'
import { formProblem } from '../../data/form-problem.ts'
import { useAction, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { say as tell } from '../../ui/say.ts'
import { groupSessions, type Session } from './session-groups.ts'
import { SessionRow } from './session-row.tsx'
import { SettingsCard } from './settings-card.tsx'

function sessionsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await client.call('sessions', { signal })).sessions,
  })
}

const none: readonly Session[] = []

/** Where the user is signed in (P118). Ending the session of this browser is a logout. */
export function SessionsPanel() {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const { client, session, queries } = useServices()
  const sessions = useFetch(sessionsQuery(client), none)
  const known = sessions.known ?? none
  const again = () => queries.invalidateQueries({ queryKey: ['sessions'] })
  const end = useAction(
    async (ended: readonly Session[]) => {
      for (const { id } of ended) await client.call('endSession', { params: { id } })
    },
    {
      onLoaded: (_, ended) => (ended.some(({ current }) => current) ? session.leave() : again()),
      // A session that has ended by itself is gone from the list.
      onError: again,
    },
  )
  const endOthers = useAction(() => client.call('endOtherSessions'), {
    onLoaded() {
      tell(say('sessions.othersEnded'))
      return again()
    },
    onError: again,
  })
  const error = end.error ?? endOthers.error ?? sessions.error
  const hasOthers = known.some(({ current }) => !current)

  return (
    <SettingsCard
      title={say('tab.sessions')}
      hint={say('sessions.hint')}
      action={
        hasOthers ? (
          <Button
            color="error"
            sx={{ alignSelf: 'start' }}
            loading={endOthers.loading}
            onClick={() => endOthers.run()}
          >
            {say('sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      <Box role="alert" sx={{ mb: 3, '&:empty': { display: 'none' } }}>
        {error === null ? null : (
          <Alert
            severity="error"
            action={
              sessions.error ? (
                <Button variant="text" color="inherit" size="small" onClick={sessions.fetch}>
                  {t('error.tryAgain')}
                </Button>
              ) : null
            }
          >
            {formProblem(error, t, formats)}
          </Alert>
        )}
      </Box>
      {sessions.loading && sessions.known === undefined ? (
        <CircularProgress size={24} aria-label={t('app.loading')} />
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {groupSessions(known).map((group) => (
          <SessionRow
            key={JSON.stringify([group.sessions[0].current, group.device, group.ip])}
            group={group}
            ending={end.loading && end.input ? end.input : none}
            onEnd={end.run}
          />
        ))}
      </Box>
    </SettingsCard>
  )
}
