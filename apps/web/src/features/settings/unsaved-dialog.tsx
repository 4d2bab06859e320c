import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  onStay: () => void
  onLeave: () => void
}

/** The question before edits are dropped. */
export default function UnsavedDialog({ onStay, onLeave }: Props) {
  const { t } = useTranslation('account')
  const id = useId()
  return (
    <Dialog
      open
      onClose={onStay}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`}>{t('unsaved.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{t('unsaved.text')}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 0, gap: 2 }}>
        <Button variant="text" color="error" onClick={onLeave}>
          {t('unsaved.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {t('unsaved.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
