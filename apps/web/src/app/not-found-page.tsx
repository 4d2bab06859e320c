import TravelExploreRounded from '@mui/icons-material/TravelExploreRounded'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { RouteButton } from '../ui/route-button.tsx'
import { FaultLayout } from './fault-layout.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <FaultLayout>
      <EmptyState
        icon={TravelExploreRounded}
        title={t('fault.notFoundTitle')}
        heading="h1"
        actions={
          <RouteButton to="/" variant="contained">
            {t('fault.toValidators')}
          </RouteButton>
        }
      >
        {t('fault.notFound')}
      </EmptyState>
    </FaultLayout>
  )
}
