import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

interface FrameProps {
  title: string
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  submit: string
  busy: boolean
  /** What the server said, where no field of the form says it. */
  problem: string | null
  children: ReactNode
}

/** A form that covers the page until it is sent or left. */
export function FormDialog({ title, onSubmit, onClose, submit, busy, problem, children }: FrameProps) {
  const { t } = useTranslation('teams')
  const id = useId()
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 480, maxWidth: 'calc(100% - 32px)' } } }}
      onClose={onClose}
    >
      <DialogTitle
        id={id}
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, pb: 2 }}
      >
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <IconButton aria-label={t('close')} onClick={onClose} sx={{ marginInlineEnd: -2 }}>
          <CloseRounded sx={{ fontSize: 20 }} />
        </IconButton>
      </DialogTitle>
      <form onSubmit={onSubmit} noValidate>
        <DialogContent sx={{ display: 'grid', gap: 5, pt: '8px !important' }}>
          {children}
          <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
            {problem === null ? null : <Alert severity="error">{problem}</Alert>}
          </Box>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
          <Button variant="text" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
