import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Button from '@mui/material/Button'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { requestIdOf } from '../../data/api/errors.ts'
import { useServices } from '../../data/services/services.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FaultLayout } from './fault-layout.tsx'

/** The page itself broke, or its address is /500. Says what still holds and offers to begin again. */
export function ErrorPage({ error }: Partial<Pick<ErrorComponentProps, 'error'>>) {
  const { t } = useTranslation()
  const { client } = useServices()
  const requestId = requestIdOf(error) ?? client.lastRequestId()
  return (
    <FaultLayout title={t('fault.errorTitle')}>
      <EmptyState
        icon={ErrorOutlineRounded}
        tone="error"
        title={t('fault.errorTitle')}
        heading="h1"
        actions={
          <Button
            variant="contained"
            startIcon={<RefreshRounded />}
            onClick={() => window.location.assign(error ? window.location.href : '/')}
          >
            {t('fault.reload')}
          </Button>
        }
        footnote={requestId === null ? null : t('fault.requestId', { id: requestId })}
      >
        {t('fault.error')}
      </EmptyState>
    </FaultLayout>
  )
}
