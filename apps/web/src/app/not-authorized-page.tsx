import LockOutlined from '@mui/icons-material/LockOutlined'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { RouteButton } from '../ui/route-button.tsx'

/** The page, or the network, is not for this user. */
export function NotAuthorizedPage() {
  const { t } = useTranslation('shell')
  return (
    <EmptyState
      icon={LockOutlined}
      title={t('refused.title')}
      heading="h1"
      actions={
        <RouteButton to="/login" variant="contained">
          {t('refused.home')}
        </RouteButton>
      }
    >
      {t('refused.text')}
    </EmptyState>
  )
}
