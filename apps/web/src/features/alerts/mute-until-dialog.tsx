import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { TextField } from '../../ui/text-field.tsx'

interface Props {
  onChoose: (until: string) => void
  onClose: () => void
}

/** Asks until when to mute. The browser's own field knows its clock and its zone, and says times in them. */
export default function MuteUntilDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation('alerts')
  const { serverTime } = useServices()
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('until')
    const until = typeof text === 'string' ? new Date(text) : new Date(Number.NaN)
    if (!(until.getTime() > serverTime.now())) return setWrong(true)
    onChoose(until.toISOString())
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
            hint={t('mute.untilHint')}
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
