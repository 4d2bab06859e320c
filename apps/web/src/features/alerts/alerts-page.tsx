import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { PlainPage } from '../../ui/plain-page.tsx'

export function AlertsPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage title={t('nav.alerts')}>
      <Typography color="textSecondary">{t('page.alerts')}</Typography>
    </PlainPage>
  )
}
