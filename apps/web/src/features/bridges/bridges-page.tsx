import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { PlainPage } from '../../ui/plain-page.tsx'

export function BridgesPage() {
  const { t } = useTranslation('shell')
  const { network } = useServices()
  return (
    <PlainPage title={t('nav.bridges')}>
      <Typography color="textSecondary">{t('page.bridges', { network: network.name })}</Typography>
    </PlainPage>
  )
}
