import HubOutlined from '@mui/icons-material/HubOutlined'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { EmptyPage } from '../../ui/empty-page.tsx'

export function BridgesPage() {
  const { t } = useTranslation('shell')
  const { network } = useServices()
  return (
    <EmptyPage title={t('nav.bridges')} icon={HubOutlined} none={t('page.none.bridges')}>
      {t('page.bridges', { network: network.name })}
    </EmptyPage>
  )
}
