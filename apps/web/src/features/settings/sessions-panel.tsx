import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import type { SessionsList } from '@roundsman/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import type { ApiClient } from '../../data/api-client.ts'
import { formProblem } from '../../data/form-problem.ts'
import { useAction, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { deviceOf } from './device.ts'
import { SettingsCard } from './settings-card.tsx'

type Session = z.infer<typeof SessionsList>['sessions'][number]

function sessionsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await client.call('sessions', { signal })).sessions,
  })
}

const none: readonly Session[] = []

/** Where the user is signed in. Ending the session of this browser is a logout. */
export function SessionsPanel() {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const { client, session, queries } = useServices()
  const sessions = useFetch(sessionsQuery(client), none)
  const again = () => queries.invalidateQueries({ queryKey: ['sessions'] })
  const end = useAction(({ id }: Session) => client.call('endSession', { params: { id } }), {
    onLoaded: (_, { current }) => (current ? session.leave() : again()),
    // A session that has ended by itself is gone from the list.
    onError: again,
  })
  const error = end.error ?? sessions.error

  return (
    <SettingsCard title={say('tab.sessions')} hint={say('sessions.hint')}>
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
        {(sessions.known ?? none).map((one) => (
          <SessionRow
            key={one.id}
            session={one}
            busy={end.loading && end.input?.id === one.id}
            onEnd={() => end.run(one)}
          />
        ))}
      </Box>
    </SettingsCard>
  )
}

interface RowProps {
  session: Session
  busy: boolean
  onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const { serverTime } = useServices()
  const device = deviceOf(session.user_agent) ?? t('sessions.unknownDevice')
  const time = formats.time(session.last_seen_at, serverTime.now())
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 3,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="div" title={session.user_agent}>
          {device}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {session.current ? t('sessions.this') : t('sessions.seen', { time })} · {session.ip}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        color="error"
        loading={busy}
        {...(session.current ? {} : { 'aria-label': t('sessions.endOf', { device, ip: session.ip }) })}
        onClick={onEnd}
      >
        {session.current ? t('sessions.signOut') : t('sessions.end')}
      </Button>
    </Box>
  )
}
