import LockOutlined from '@mui/icons-material/LockOutlined'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LiveProvider } from '../data/network/live-provider.tsx'
import { PermissionsProvider, usePermissions } from '../data/services/permissions.tsx'
import { useServices, useUser } from '../data/services/services.ts'
import { TimeZoneContext } from '../i18n/formats.ts'
import { RouteButton } from '../ui/controls/links.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FaultLayout } from './pages/fault-layout.tsx'
import { LoadingScreen } from './pages/loading-screen.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { usePage } from './pages/window.tsx'
import { ShellLayout } from './shell/shell-layout.tsx'
import { showAlertToast } from './shell/toasts.tsx'

/** The page, or the network, is not for this user. */
export function NotAuthorizedPage() {
  const { t } = useTranslation('shell')
  return (
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
  )
}

/** Every page for members, with the permissions of whoever opens it. */
export function Frame() {
  return (
    <PermissionsProvider>
      <Permitted />
    </PermissionsProvider>
  )
}

/** Decides whether the page may be read, and stands it into the shell. */
function Permitted() {
  const { t } = useTranslation('shell')
  const { network } = useServices()
  const user = useUser()
  const page = usePage()
  const permission = page?.permission
  const permissions = usePermissions()
  // On the way to the sign-in page: nothing of whoever was here is shown any more.
  if (!user) return <LoadingScreen />
  const mayRead = permissions.can('read', network.access)
  const mayOpen = !permission || permissions.can(permission.action, permission.subject)
  const lacking = page?.needsDa === true && !network.is_da_enabled
  if (!mayOpen)
    return (
      <FaultLayout title={t('refused.title')}>
        <NotAuthorizedPage />
      </FaultLayout>
    )
  return (
    <TimeZoneContext value={user.timezone}>
      <LiveProvider blockchainId={network.blockchain_id} enabled={mayRead} onAlert={showAlertToast}>
        {/* A network that is not for this user keeps the bar: its switcher is the way out. */}
        <ShellLayout mayRead={mayRead} bare={!mayRead} page={lacking ? undefined : page}>
          {!mayRead ? (
            <NotAuthorizedPage />
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
