import TravelExploreRounded from '@mui/icons-material/TravelExploreRounded'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RouteButton } from '../../ui/controls/links.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FaultLayout } from './fault-layout.tsx'

interface Props {
  /** Why there is none; left out, the address leads nowhere. */
  why?: string
}

export function NotFoundPage({ why }: Props) {
  const { t } = useTranslation()
  return (
    <FaultLayout title={t('fault.notFoundTitle')}>
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
        {why ?? t('fault.notFound')}
      </EmptyState>
    </FaultLayout>
  )
}
