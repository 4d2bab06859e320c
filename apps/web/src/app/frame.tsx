import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LiveProvider } from '../data/live-provider.tsx'
import { PermissionsProvider, usePermissions } from '../data/permissions-provider.tsx'
import { useServices } from '../data/services.ts'
import { useUser } from '../data/use-user.ts'
import { TimeZoneContext } from '../i18n/use-formats.ts'
import { FaultLayout } from './fault-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { NotAuthorizedPage } from './not-authorized-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ShellLayout } from './shell/shell-layout.tsx'
import { usePage } from './use-page.ts'

/** Comes with the first alert. */
const showAlert = (item: AlertHistoryItem) =>
  void import('../parts/alert-toast.tsx').then(
    ({ showAlertToast }) => showAlertToast(item),
    () => undefined,
  )

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
      <LiveProvider blockchainId={network.blockchain_id} enabled={mayRead} onAlert={showAlert}>
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
