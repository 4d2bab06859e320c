import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { SlimAlert } from '../ui/slim-alert.tsx'

interface Props {
  onRetry: () => void
  /** What happened; else that the list could not be read. */
  title?: string
}

/** What is shown was read before; it could not be read again. */
export function ReadFailed({ onRetry, title }: Props) {
  const { t } = useTranslation()
  return (
    <SlimAlert
      severity="error"
      role="alert"
      title={title ?? t('list.refreshFailed')}
      action={
        <Button variant="text" size="small" onClick={onRetry}>
          {t('error.tryAgain')}
        </Button>
      }
    />
  )
}
