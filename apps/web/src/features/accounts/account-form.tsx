import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { FormEventHandler, ReactNode, Ref } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'

interface Props {
  title: string
  subtitle: string
  ref?: Ref<HTMLFormElement>
  onSubmit: FormEventHandler
  busy: boolean
  /** Null: there is nothing to send. */
  submit: string | null
  /** One sentence above the button. */
  problem: string | null
  /** What can be done about the problem, beside its sentence. */
  remedy?: ReactNode
  children: ReactNode
  /** Another way than this form, right below its button. */
  alternative?: ReactNode
  /** Below the button, such as the way to the other form. */
  after?: ReactNode
}

/** The column of 384 on the pages of accounts: title, fields, one alert, one button. */
export function AccountForm({
  ref,
  title,
  subtitle,
  onSubmit,
  busy,
  submit,
  problem,
  remedy,
  children,
  alternative,
  after,
}: Props) {
  return (
    <Box component="form" ref={ref} noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 5 }}>
      <Box sx={{ display: 'grid', gap: 0.5, mb: 0.5 }}>
        <Typography variant="h4" component="h1">
          {title}
        </Typography>
        <Typography color="textSecondary">{subtitle}</Typography>
      </Box>
      {children}
      <Box role="alert" sx={{ '& > *': { mb: 0 } }}>
        {problem === null ? null : (
          <Alert
            severity="error"
            role="note"
            icon={<ErrorOutlineRounded fontSize="inherit" />}
            action={remedy}
            // The icon as high as the line beside it.
            sx={{ '& .MuiAlert-icon': { py: 1.5 } }}
          >
            {problem}
          </Alert>
        )}
      </Box>
      {submit === null ? null : (
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={busy}
          sx={{ mt: problem === null ? -5 : 0 }}
        >
          {submit}
        </Button>
      )}
      {alternative}
      {after ? (
        <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
          {after}
        </Typography>
      ) : null}
    </Box>
  )
}

interface ExpiredProps {
  /** What to do now, in one sentence. */
  children: ReactNode
  /** The way to do it. */
  actions: ReactNode
}

/** In place of the form where a mailed link is used up, void or too old. */
export function LinkExpired({ children, actions }: ExpiredProps) {
  const { t: tAccount } = useTranslation('account')
  return (
    <EmptyState icon={LinkOffRounded} title={tAccount('expired.title')} heading="h1" actions={actions}>
      {children}
    </EmptyState>
  )
}
