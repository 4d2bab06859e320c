import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../data/use-user.ts'
import { PlainPage } from '../../ui/plain-page.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

const SecurityPanel = lazy(async () => ({ default: (await import('./security-panel.tsx')).SecurityPanel }))
const PhonesPanel = lazy(async () => ({ default: (await import('./phones-panel.tsx')).PhonesPanel }))
const SessionsPanel = lazy(async () => ({ default: (await import('./sessions-panel.tsx')).SessionsPanel }))

/** What people decide about their account and about the looks of the page. */
export function SettingsPage() {
  const { t } = useTranslation('shell')
  const { tab = 'profile' } = useSearch({ from: '/members/settings' })
  const user = useUser()
  return (
    <PlainPage title={t('nav.settings')}>
      <SettingsTabs current={tab} />
      <Suspense fallback={null}>
        {tab === 'appearance' ? <AppearancePanel /> : null}
        {tab === 'sessions' ? <SessionsPanel /> : null}
        {user && tab === 'profile' ? <ProfilePanel user={user} /> : null}
        {user && tab === 'security' ? <SecurityPanel user={user} /> : null}
        {user && tab === 'phones' ? <PhonesPanel user={user} /> : null}
      </Suspense>
    </PlainPage>
  )
}
