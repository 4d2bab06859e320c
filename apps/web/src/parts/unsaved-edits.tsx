import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useBlocker } from '@tanstack/react-router'
import { useId } from 'react'
import { useServices } from '../data/services/services.ts'

interface UnsavedEditsProps {
  isEdited: (next: Place) => boolean
  texts: UnsavedTexts
}
/** Where somebody is about to go; null: away from the site. */
type Place = { pathname: string; search: object } | null

/**
 * Asks before edits that were not saved are left behind, by whichever way (P114). Whoever is signed out is not asked:
 * what stood in the form waits for them (P82).
 */
export function UnsavedEdits({ isEdited, texts }: UnsavedEditsProps) {
  const { session } = useServices()
  const shouldAsk = (next: Place) => Boolean(session.user()) && isEdited(next)
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => shouldAsk(next),
    enableBeforeUnload: () => shouldAsk(null),
    withResolver: true,
  })
  return blocker.status === 'blocked' ? (
    <UnsavedDialog texts={texts} onStay={blocker.reset} onLeave={blocker.proceed} />
  ) : null
}

/** What the question says, in the words of what would be lost. */
interface UnsavedTexts {
  title: string
  text: string
  leave: string
  stay: string
}

interface UnsavedDialogProps {
  texts: UnsavedTexts
  onStay: () => void
  onLeave: () => void
}

/** The question before edits are dropped. */
function UnsavedDialog({ texts, onStay, onLeave }: UnsavedDialogProps) {
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
