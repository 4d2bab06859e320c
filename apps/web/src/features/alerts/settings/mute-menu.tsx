import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { type FormEvent, use, useId, useState } from 'react'
import { muteStateOf, useMute } from '../../../data/alerts/mutes/mute-alerts.ts'
import { useServices } from '../../../data/services/services.ts'
import { instantOf, knownTimeZone, TimeZoneContext } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextField } from '../../../ui/controls/fields.tsx'
import { AnchoredMenu, MenuItem } from '../../../ui/controls/menu.tsx'
import { HeadButton } from '../../../ui/page/page-head.tsx'

const hourMs = 3_600_000
const times = { hour: hourMs, day: 24 * hourMs } as const

interface Props {
  label: string
  /** What is muted: saved entries. */
  entries: readonly AlertEntry[]
  /** Whose they are; null: the user's own. */
  teamId: number | null
  /** Only a picture, where there is little room. */
  narrow?: boolean
}

/** Mutes entries for an hour, a day or until a time, and takes it back. */
export function MuteMenu({ label, entries, teamId, narrow = false }: Props) {
  const { t } = useTranslation('alerts')
  const { serverTime } = useServices()
  const { mute } = useMute(teamId)
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
      <HeadButton
        narrow={narrow}
        icon={<NotificationsOffOutlined />}
        text={label}
        disabled={saved.length === 0}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<KeyboardArrowDownRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <AnchoredMenu
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
      </AnchoredMenu>
      {asking ? (
        <MuteUntilDialog
          onClose={() => setAsking(false)}
          onChoose={(time) => {
            setAsking(false)
            mute(saved, time)
          }}
        />
      ) : null}
    </>
  )
}

interface DialogProps {
  onChoose: (until: string) => void
  onClose: () => void
}

/** Asks until when to mute, in the zone that all times of the page are in (P362): the browser's field knows none. */
function MuteUntilDialog({ onChoose, onClose }: DialogProps) {
  const { t } = useTranslation('alerts')
  const { serverTime } = useServices()
  const id = useId()
  const zone = use(TimeZoneContext)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('until')
    const until = typeof text === 'string' ? instantOf(text, zone) : Number.NaN
    if (!(until > serverTime.now())) return setWrong(true)
    onChoose(new Date(until).toISOString())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{t('mute.untilTitle')}</DialogTitle>
        <DialogContent>
          <TextField
            type="datetime-local"
            name="until"
            label={t('mute.untilLabel')}
            hint={t('mute.untilHint', { zone: knownTimeZone(zone).replaceAll('_', ' ') })}
            problem={isWrong ? t('mute.past') : undefined}
          />
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 0, gap: 2 }}>
          <Button variant="text" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t('mute.mute')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
