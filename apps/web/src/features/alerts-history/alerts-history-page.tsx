import HistoryRounded from '@mui/icons-material/HistoryRounded'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { EmptyPage } from '../../ui/empty-page.tsx'

export function AlertsHistoryPage() {
  const { t } = useTranslation('shell')
  const { network } = useServices()
  return (
    <EmptyPage title={t('nav.alertsHistory')} icon={HistoryRounded} none={t('page.none.alertsHistory')}>
      {t('page.alertsHistory', { network: network.name })}
    </EmptyPage>
  )
}
