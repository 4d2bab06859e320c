import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { EmptyPage } from '../../ui/empty-page.tsx'

export function AlertsPage() {
  const { t } = useTranslation('shell')
  const { network } = useServices()
  return (
    <EmptyPage title={t('nav.alerts')} icon={NotificationsOutlined} none={t('page.none.alerts')}>
      {t('page.alerts', { network: network.name })}
    </EmptyPage>
  )
}
