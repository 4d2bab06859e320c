import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { PlainPage } from '../../ui/plain-page.tsx'

export function ChartsPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage title={t('nav.charts')}>
      <Typography color="textSecondary">{t('page.charts')}</Typography>
    </PlainPage>
  )
}
