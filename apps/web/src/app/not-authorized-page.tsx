import LockOutlined from '@mui/icons-material/LockOutlined'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** The network exists but this user may not read it; the switcher above is the way out. */
export function NotAuthorizedPage() {
  const { t } = useTranslation()
  const { network } = useServices()
  return (
    <EmptyState icon={LockOutlined} title={t('fault.notAuthorizedTitle')} heading="h1">
      {t('fault.notAuthorized', { network: network.name })}
    </EmptyState>
  )
}
