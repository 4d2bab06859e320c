import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

/** What the question says, in the words of what would be lost. */
export interface UnsavedTexts {
  title: string
  text: string
  leave: string
  stay: string
}

interface Props {
  texts: UnsavedTexts
  onStay: () => void
  onLeave: () => void
}

/** The question before edits are dropped. */
export default function UnsavedDialog({ texts, onStay, onLeave }: Props) {
  const id = useId()
  return (
    <Dialog
      open
      onClose={onStay}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`}>{texts.title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{texts.text}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 0, gap: 2 }}>
        <Button variant="text" color="error" onClick={onLeave}>
          {texts.leave}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {texts.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
