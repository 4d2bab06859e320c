import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { SlimAlert } from '../ui/slim-alert.tsx'

/** What is shown was read before; it could not be read again. */
export function ReadFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <SlimAlert
      severity="error"
      role="alert"
      title={t('list.refreshFailed')}
      action={
        <Button variant="text" size="small" onClick={onRetry}>
          {t('error.tryAgain')}
        </Button>
      }
    />
  )
}
