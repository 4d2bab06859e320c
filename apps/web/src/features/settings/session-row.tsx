import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import type { Session, SessionGroup } from './session-groups.ts'

interface Props {
  group: SessionGroup
  /** Those that are being ended. */
  ending: readonly Session[]
  onEnd: (sessions: readonly Session[]) => void
}

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, py: 3 }

/** Device, place and times of a session; several from one place are one row, which opens. */
export function SessionRow({ group, ending, onEnd }: Props) {
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
