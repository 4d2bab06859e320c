import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { EmptyPage } from '../../ui/empty-page.tsx'

export function ChartsPage() {
  const { t } = useTranslation('shell')
  const { network } = useServices()
  return (
    <EmptyPage title={t('nav.charts')} icon={ShowChartRounded} none={t('page.none.charts')}>
      {t('page.charts', { network: network.name })}
    </EmptyPage>
  )
}
