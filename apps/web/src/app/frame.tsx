import LockOutlined from '@mui/icons-material/LockOutlined'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { Outlet } from '@tanstack/react-router'
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

/** Every page for members: decides whether it may be read, and stands it into the shell. */
export function Frame() {
  const { t, i18n } = useTranslation('shell')
  const { network } = useServices()
  const user = useUser()
  const page = usePage()
  const may = useMay()
  const onAlert = useCallback((item: AlertHistoryItem) => void showAlertToast(item, i18n), [i18n])
  // On the way to the sign-in page: nothing of whoever was here is shown any more.
  if (!user) return <LoadingScreen />
  const mayRead = may({ action: 'read', subject: network.access })
  const lacking = page?.needsDa === true && !network.is_da_enabled
  if (page?.permission && !may(page.permission)) return <PageRefused />
  return (
    <TimeZoneContext value={user.timezone}>
      <LiveProvider blockchainId={network.blockchain_id} enabled={mayRead} onAlert={onAlert}>
        {/* A network that is not for this user keeps the bar: its switcher is the way out. */}
        <ShellLayout mayRead={mayRead} page={lacking ? undefined : page}>
          {!mayRead ? (
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
