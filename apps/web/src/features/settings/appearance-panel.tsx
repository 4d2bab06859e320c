import { useTranslation } from 'react-i18next'
import { AppearanceControls } from './appearance-controls.tsx'
import { SettingsCard } from './settings-card.tsx'

export function AppearancePanel() {
  const { t } = useTranslation('shell')
  return (
    <SettingsCard title={t('appearance.title')} hint={t('page.settings')}>
      <AppearanceControls />
    </SettingsCard>
  )
}
