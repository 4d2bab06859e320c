import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Collapse from '@mui/material/Collapse'
import Typography from '@mui/material/Typography'
import type { Session as SessionSchema } from '@roundsman/contract/accounts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import type { ApiClient } from '../../../data/api/api-client.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { showSuccess } from '../../../ui/toast.ts'
import { deviceOf } from '../device-of.ts'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'

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
  const { t: tAccount } = useTranslation('account')
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
      showSuccess(tAccount('sessions.othersEnded'))
      return again()
    },
    onError: again,
  })
  const error = end.error ?? endOthers.error ?? sessions.error
  const hasOthers = known.some(({ current }) => !current)

  return (
    <SettingsCard
      title={tAccount('tab.sessions')}
      hint={tAccount('sessions.hint')}
      action={
        hasOthers ? (
          <Button
            color="error"
            sx={{ alignSelf: 'start' }}
            loading={endOthers.loading}
            onClick={() => endOthers.run()}
          >
            {tAccount('sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      <SettingsFault error={error} onRetry={sessions.error ? sessions.fetch : null} />
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

interface RowProps {
  group: SessionGroup
  /** Those that are being ended. */
  ending: readonly Session[]
  onEnd: (sessions: readonly Session[]) => void
}

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, py: 3 }

/** Device, place and times of a session; several from one place are one row, which opens. */
function SessionRow({ group, ending, onEnd }: RowProps) {
  const { t } = useTranslation('account')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [newest, ...older] = group.sessions
  const device = group.device ?? t('sessions.unknownDevice')
  const count = group.sessions.length
  const isEnding = (session: Session) => ending.includes(session)
  const place = { device, ip: group.ip }
  const ofWhich =
    older.length === 0 ? t('sessions.endOf', place) : t('sessions.endGroup', { ...place, count })
  const endName = newest.current ? null : ofWhich
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box sx={row}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" title={newest.user_agent}>
            {device}
            {older.length === 0 ? null : ` · ${t('sessions.count', { count })}`}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            <bdi dir="ltr">{group.ip}</bdi>
            {newest.current ? ` · ${t('sessions.this')}` : null}
          </Typography>
          <Times session={newest} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {older.length === 0 ? null : (
            <Button
              variant="text"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t('sessions.showOf', place)}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t('sessions.hide') : t('sessions.show')}
            </Button>
          )}
          <Button
            variant="outlined"
            color="error"
            loading={group.sessions.every(isEnding)}
            {...(endName === null ? {} : { 'aria-label': endName })}
            onClick={() => onEnd(group.sessions)}
          >
            {newest.current
              ? t('sessions.signOut')
              : t(older.length === 0 ? 'sessions.end' : 'sessions.endAll')}
          </Button>
        </Box>
      </Box>
      {older.length === 0 ? null : (
        <Collapse in={isOpen} unmountOnExit id={id}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, paddingInlineStart: 4 }}>
            {group.sessions.map((session) => (
              <Box component="li" key={session.id} sx={{ ...row, py: 1.5, justifyContent: 'space-between' }}>
                <Times session={session} />
                <Button
                  size="small"
                  color="error"
                  loading={isEnding(session)}
                  onClick={() => onEnd([session])}
                >
                  {t('sessions.end')}
                </Button>
              </Box>
            ))}
          </Box>
        </Collapse>
      )}
    </Box>
  )
}

/** When its user signed in, and when it was used last. */
function Times({ session }: { session: Session }) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const { serverTime } = useServices()
  const time = (iso: string) => formats.time(iso, serverTime.now())
  return (
    <Typography variant="caption" color="textSecondary" component="div">
      {t('sessions.since', { time: time(session.created_at) })}
      {session.current ? null : ` · ${t('sessions.seen', { time: time(session.last_seen_at) })}`}
    </Typography>
  )
}

export type Session = z.infer<typeof SessionSchema>

/** Sessions that look the same to their user: from one device, at one address. */
interface SessionGroup {
  /** Null where the browser says nothing of itself. */
  device: string | null
  ip: string
  /** The one used last first; never empty. */
  sessions: readonly [Session, ...Session[]]
}

/** The present session by itself and first, then the others by device and address, those used last first. */
export function groupSessions(sessions: readonly Session[]): SessionGroup[] {
  const byPlace = new Map<string, SessionGroup>()
  const lastFirst = sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  )
  for (const session of lastFirst) {
    const device = deviceOf(session.user_agent)
    const key = JSON.stringify([session.current, device, session.ip])
    const group = byPlace.get(key)
    byPlace.set(key, {
      device,
      ip: session.ip,
      sessions: group ? [...group.sessions, session] : [session],
    })
  }
  return [...byPlace.values()]
}
