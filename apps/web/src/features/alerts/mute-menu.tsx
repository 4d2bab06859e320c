import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import type { AlertEntry } from '@roundsman/contract/alerts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { muteStateOf } from './mute-state.ts'
import { useMute } from './use-mute.ts'

const MuteUntilDialog = lazy(() => import('./mute-until-dialog.tsx'))

const hourMs = 3_600_000
const times = { hour: hourMs, day: 24 * hourMs } as const

interface Props {
  label: string
  /** What is muted: saved entries. */
  entries: readonly AlertEntry[]
}

/** Mutes entries for an hour, a day or until a time, and takes it back. */
export function MuteMenu({ label, entries }: Props) {
  const { t } = useTranslation('alerts')
  const { serverTime } = useServices()
  const mute = useMute()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState(false)
  // What is being saved for the first time has no id yet.
  const saved = entries.filter(({ id }) => id > 0)
  const { how } = muteStateOf(saved, serverTime.now())
  const until = (ms: number | null) => {
    setAnchor(null)
    mute(saved, ms === null ? null : new Date(serverTime.now() + ms).toISOString())
  }
  return (
    <>
      <Button
        size="small"
        disabled={saved.length === 0}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        startIcon={<NotificationsOffOutlined />}
        endIcon={<KeyboardArrowDownRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        <MenuItem onClick={() => until(times.hour)}>{t('mute.hour')}</MenuItem>
        <MenuItem onClick={() => until(times.day)}>{t('mute.day')}</MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setAsking(true)
          }}
        >
          {t('mute.until')}
        </MenuItem>
        {how === 'none' ? null : <MenuItem onClick={() => until(null)}>{t('mute.unmute')}</MenuItem>}
      </LazyMenu>
      {asking ? (
        <Suspense fallback={null}>
          <MuteUntilDialog
            onClose={() => setAsking(false)}
            onChoose={(time) => {
              setAsking(false)
              mute(saved, time)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
