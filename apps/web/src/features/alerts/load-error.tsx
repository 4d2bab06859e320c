import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { formProblem } from '../../data/form-problem.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'

/** In place of settings that never came: what failed, what still holds, and the way on. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('alerts')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  return (
    <Paper variant="outlined" role="alert">
      <LoadFailed error={error} onRetry={onRetry} title={t('error.title')}>
        {formProblem(error, tell, formats)} {t('error.stillSent')}
      </LoadFailed>
    </Paper>
  )
}
