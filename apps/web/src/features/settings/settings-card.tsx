import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { FormEventHandler, ReactNode } from 'react'
import { formProblem } from '../../data/api/errors.ts'
import { useDraft } from '../../data/services/use-draft.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { keepFocus } from '../../ui/keep-focus.ts'

interface Props {
  title: string
  hint?: string
  /** Opposite the title. */
  action?: ReactNode
  children: ReactNode
}

/** One subject of the settings: what it is, and below it what can be done. */
export function SettingsCard({ title, hint, action, children }: Props) {
  return (
    <Paper
      variant="outlined"
      component="section"
      ref={keepFocus}
      tabIndex={-1}
      aria-label={title}
      sx={{ p: 5, maxWidth: 760, boxSizing: 'border-box', '& + &': { mt: 5 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'space-between', mb: 4 }}>
        <Box>
          <Typography variant="h6" component="h2">
            {title}
          </Typography>
          {hint ? <Typography color="textSecondary">{hint}</Typography> : null}
        </Box>
        {action}
      </Box>
      {children}
    </Paper>
  )
}

interface RowProps {
  /** What it is, and a line about it. */
  head: ReactNode
  /** What can be done about it, opposite. */
  actions: ReactNode
  /** What an action asks before it is done. */
  children?: ReactNode
}

/** One of the things that a card lists. */
export function SettingsRow({ head, actions, children }: RowProps) {
  return (
    <Box component="li" sx={{ display: 'grid', gap: 3, py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 3,
        }}
      >
        <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>{head}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>
      </Box>
      {children}
    </Box>
  )
}

interface FaultProps {
  /** Null: all is well, and nothing is drawn. */
  error: Error | null
  /** Null: trying again is of no use. */
  onRetry: (() => void) | null
  /** What could not be done; else what the error says. */
  text?: string
}

/** Why a card does not show, or did not do, what was asked of it, and the way on; said to screen readers too. */
export function SettingsFault({ error, onRetry, text }: FaultProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Box role="alert" sx={{ mb: 3, '&:empty': { display: 'none' } }}>
      {error === null ? null : (
        <Alert
          severity="error"
          action={
            onRetry ? (
              <Button variant="text" color="inherit" size="small" onClick={onRetry}>
                {t('error.tryAgain')}
              </Button>
            ) : null
          }
        >
          {text ?? formProblem(error, t, formats)}
        </Alert>
      )}
    </Box>
  )
}

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  busy: boolean
  submit: string
  problem: string | null
  /** What has just been done. */
  done: string | null
  /** The name under which what stands in it is kept while the session is lost; without one nothing is. */
  draft?: string
  children: ReactNode
}

/** Fields, what came of sending them, and the button; what came of it is said to screen readers too. */
export function SettingsForm({ onSubmit, busy, submit, problem, done, draft, children }: FormProps) {
  const ref = useDraft(draft, done !== null)
  return (
    <Box
      component="form"
      ref={ref}
      noValidate
      onSubmit={onSubmit}
      sx={{ display: 'grid', gap: 4, maxWidth: 440, justifyItems: 'stretch' }}
    >
      {children}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {problem === null ? null : <Alert severity="error">{problem}</Alert>}
      </Box>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {done === null ? null : <Alert severity="success">{done}</Alert>}
      </Box>
      <Button type="submit" variant="contained" loading={busy} sx={{ justifySelf: 'start' }}>
        {submit}
      </Button>
    </Box>
  )
}
