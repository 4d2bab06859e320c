import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { PlainPage } from '../../ui/plain-page.tsx'
import { AppearanceControls } from './appearance-controls.tsx'

/** Settings of the account come with the accounts; those of the looks are here. */
export function SettingsPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage title={t('nav.settings')}>
      <Paper variant="outlined" sx={{ p: 5, maxWidth: 720, boxSizing: 'border-box' }}>
        <Typography variant="h6" component="h2">
          {t('look.title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 5 }}>
          {t('page.settings')}
        </Typography>
        <AppearanceControls />
      </Paper>
    </PlainPage>
  )
}
