import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '../../data/errors.ts'
import { formProblem } from '../../data/form-problem.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** In place of settings that never came: what failed, what still holds, and the way on. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('alerts')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  return (
    <Paper variant="outlined" role="alert">
      <EmptyState
        icon={ErrorOutlineRounded}
        tone="error"
        title={t('error.title')}
        footnote={requestIdOf(error)}
        actions={
          <Button variant="contained" startIcon={<RefreshRounded />} onClick={onRetry}>
            {tell('error.tryAgain')}
          </Button>
        }
      >
        {formProblem(error, tell, formats)} {t('error.stillSent')}
      </EmptyState>
    </Paper>
  )
}
