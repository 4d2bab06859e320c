import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined'
import DevicesRounded from '@mui/icons-material/DevicesRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import PaletteOutlined from '@mui/icons-material/PaletteOutlined'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded'
import PhoneOutlined from '@mui/icons-material/PhoneOutlined'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useUser } from '../../data/services/services.ts'
import { PlainPage } from '../../ui/page/page-head.tsx'
import { AppearanceControls } from './appearance-controls.tsx'
import { ContactsPanel } from './contacts/contacts-panel.tsx'
import { RemindersCard } from './contacts/reminders-card.tsx'
import { PhonesPanel } from './phones/phones-panel.tsx'
import { WaitingOffer } from './phones/waiting-offer.tsx'
import { ProfilePanel } from './profile/profile-panel.tsx'
import { QuietPanel } from './quiet/quiet-panel.tsx'
import { SecurityLog } from './security/security-log.tsx'
import { SecurityPanel } from './security/security-panel.tsx'
import { SessionsPanel } from './security/sessions-panel.tsx'
import { SettingsCard } from './settings-card.tsx'
import { type SettingsTab, settingsTabs } from './settings-search.ts'
import { TeamsPanel } from './teams/teams-panel.tsx'
import { styled } from '../../ui/theme/styled.tsx'

/** What people decide about their account and about the appearance of the page. */
export function SettingsPage() {
  const { t } = useTranslation('shell')
  const { tab = 'profile', validator, bridge } = useSearch({ from: '/members/settings' })
  const user = useUser()
  return (
    <PlainPage title={t('nav.settings')}>
      <SettingsTabs current={tab} />
      {tab === 'appearance' ? <AppearancePanel /> : null}
      {tab === 'sessions' ? <SessionsPanel /> : null}
      {tab === 'sessions' ? <SecurityLog /> : null}
      {user && tab === 'profile' ? <ProfilePanel user={user} /> : null}
      {user && tab === 'security' ? <SecurityPanel user={user} /> : null}
      {tab === 'contacts' ? <ContactsPanel /> : null}
      {tab === 'contacts' ? <RemindersCard /> : null}
      {user && tab === 'teams' ? <TeamsPanel user={user} /> : null}
      {user && tab === 'phones' ? <PhonesPanel user={user} /> : null}
      {user && tab === 'phones' && (validator ?? bridge) ? (
        <Suspense fallback={null}>
          <WaitingOffer validators={validator ?? []} bridges={bridge ?? []} user={user} />
        </Suspense>
      ) : null}
      {user && tab === 'quiet-hours' ? <QuietPanel zone={user.timezone} /> : null}
    </PlainPage>
  )
}

const icons = {
  profile: PersonOutlineRounded,
  security: LockOutlined,
  contacts: NotificationsActiveOutlined,
  teams: GroupsOutlined,
  phones: PhoneOutlined,
  'quiet-hours': BedtimeOutlined,
  sessions: DevicesRounded,
  appearance: PaletteOutlined,
} satisfies Record<SettingsTab, unknown>

const Bar = styled('nav')(({ theme }) => ({
  display: 'flex',
  overflowX: 'auto',
  marginBottom: 20,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& a': {
    ...theme.typography.body1,
    fontWeight: 500,
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    flex: 'none',
    minHeight: 46,
    padding: '0 16px',
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    borderBottom: '2px solid transparent',
    '& svg': { fontSize: 18 },
    '&:hover': { color: theme.vars.palette.text.primary },
    '&[aria-current]': {
      color: theme.vars.palette.accent.text,
      borderColor: theme.vars.palette.primary.main,
    },
    '@media (forced-colors: active)': {
      borderColor: 'Canvas',
      '&[aria-current]': { borderColor: 'Highlight' },
    },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  },
}))

/** On a narrow screen the tabs scroll, and the one that is open may lie outside. */
function intoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** The parts of the settings as links: each has an address, and the browser's way back works. */
function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('account')
  return (
    <Bar aria-label={t('tab.label')} data-page-controls="">
      {settingsTabs.map((tab) => {
        const Icon = icons[tab]
        return (
          <Link
            key={tab}
            to="/settings"
            search={tab === 'profile' ? {} : { tab }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...(tab === current ? { 'aria-current': 'page' as const, ref: intoView } : {})}
          >
            <Icon aria-hidden />
            {t(`tab.${tab}`)}
          </Link>
        )
      })}
    </Bar>
  )
}

function AppearancePanel() {
  const { t } = useTranslation('shell')
  return (
    <SettingsCard title={t('appearance.title')}>
      <AppearanceControls />
    </SettingsCard>
  )
}
