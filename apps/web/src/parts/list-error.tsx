import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { NoAnswerError, requestIdOf } from '../data/errors.ts'
import { EmptyState } from '../ui/empty-state.tsx'

interface Props {
  error: Error
  onRetry: () => void
  onCopy: (text: string) => void
}

/** In place of the list when it never came: what failed, what still holds, and the way on. */
export function ListError({ error, onRetry, onCopy }: Props) {
  const { t } = useTranslation()
  const requestId = requestIdOf(error)
  const why =
    error instanceof NoAnswerError
      ? error.timedOut
        ? t('error.timedOut')
        : t('error.noAnswer')
      : t('error.refused')
  return (
    <EmptyState
      icon={ErrorOutlineRounded}
      tone="error"
      title={t('list.errorTitle')}
      footnote={requestId}
      actions={
        <>
          <Button variant="contained" startIcon={<RefreshRounded />} onClick={onRetry}>
            {t('error.tryAgain')}
          </Button>
          {requestId === null ? null : (
            <Button startIcon={<ContentCopyRounded />} onClick={() => onCopy(requestId)}>
              {t('error.copyRequestId')}
            </Button>
          )}
        </>
      }
    >
      {why}
    </EmptyState>
  )
}
