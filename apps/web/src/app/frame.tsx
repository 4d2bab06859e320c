import LockOutlined from '@mui/icons-material/LockOutlined'
import { abilitiesOf, isAllowed } from '@roundsman/contract/accounts/abilities'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { Outlet, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { LiveProvider } from '../data/network/live-provider.tsx'
import { useMay, useServices, useUser } from '../data/services/services.ts'
import { TimeZoneContext } from '../i18n/formats.ts'
import { RouteButton } from '../ui/controls/links.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FaultLayout } from './pages/fault-layout.tsx'
import { LoadingScreen } from './pages/loading-screen.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { usePage } from './pages/window.tsx'
import { ShellLayout } from './shell/shell-layout.tsx'
import { showAlertToast } from './shell/toasts.tsx'

/** The page is not for this user: with the words and the way of the specification (8). */
function PageRefused() {
  const { t } = useTranslation('shell')
  return (
    <FaultLayout title={t('refused.title')}>
      <EmptyState
        icon={LockOutlined}
        title={t('refused.title')}
        heading="h1"
        actions={
          <RouteButton to="/login" variant="contained">
            {t('refused.home')}
          </RouteButton>
        }
      >
        {t('refused.text')}
      </EmptyState>
    </FaultLayout>
  )
}

/** The network is not for this user. No button: every page of this site would lead back to here. */
function NetworkRefused() {
  const { t } = useTranslation()
  const { network } = useServices()
  return (
    <EmptyState icon={LockOutlined} title={t('fault.notAuthorizedTitle')} heading="h1">
      {t('fault.notAuthorized', { network: network.name })}
    </EmptyState>
  )
}

/**
 * The network would be for this user with a second factor, which their group must have (A134): what to do, and the way there.
 */
function NetworkHeldBack() {
  const { t } = useTranslation()
  const { network } = useServices()
  return (
    <EmptyState
      icon={LockOutlined}
      title={t('fault.factorTitle')}
      heading="h1"
      actions={
        <RouteButton to="/settings" search={{ tab: 'security' }} variant="contained">
          {t('fault.setUpFactor')}
        </RouteButton>
      }
    >
      {t('fault.factor', { network: network.name })}
    </EmptyState>
  )
}

/** Every page for members: decides whether it may be read, and stands it into the shell. */
export function Frame() {
  const { t, i18n } = useTranslation('shell')
  const { t: common } = useTranslation()
  const { network } = useServices()
  const user = useUser()
  const page = usePage()
  const may = useMay()
  const onAlert = useCallback((item: AlertHistoryItem) => void showAlertToast(item, i18n), [i18n])
  const settingsTab = useSearch({ strict: false, select: ({ tab }) => tab })
  // On the way to the sign-in page: nothing of whoever was here is shown any more.
  if (!user) return <LoadingScreen />
  const mayRead = may({ action: 'read', subject: network.access })
  const isHeldBack = !mayRead && isAllowed(abilitiesOf(user.groups), 'read', network.access)
  // Where the second factor is set up, and nothing else of the site.
  const maySetUp = isHeldBack && page?.path === '/settings' && settingsTab === 'security'
  const lacking = page?.needsDa === true && !network.is_da_enabled
  if (page?.permission && !may(page.permission)) return <PageRefused />
  return (
    <TimeZoneContext value={user.timezone}>
      <LiveProvider blockchainId={network.blockchain_id} enabled={mayRead} onAlert={onAlert}>
        {/* A network that is not for this user keeps the bar: its switcher is the way out. */}
        <ShellLayout
          refusal={
            mayRead ? null : isHeldBack ? common('fault.factorTitle') : common('fault.notAuthorizedTitle')
          }
          page={lacking ? undefined : page}
        >
          {maySetUp ? (
            <Outlet />
          ) : isHeldBack ? (
            <NetworkHeldBack />
          ) : !mayRead ? (
            <NetworkRefused />
          ) : lacking ? (
            <NotFoundPage why={t('page.noBridges', { network: network.name })} />
          ) : (
            <Outlet />
          )}
        </ShellLayout>
      </LiveProvider>
    </TimeZoneContext>
  )
}
