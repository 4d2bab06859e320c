import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { PlainPage } from '../../ui/plain-page.tsx'

export function AlertsHistoryPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage title={t('nav.alertsHistory')}>
      <Typography color="textSecondary">{t('page.alertsHistory')}</Typography>
    </PlainPage>
  )
}
