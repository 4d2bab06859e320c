import { isAllowed } from '@roundsman/contract/abilities'
import { Outlet } from '@tanstack/react-router'
import { LiveProvider } from '../data/live-provider.tsx'
import { useServices } from '../data/services.ts'
import { useUser } from '../data/use-user.ts'
import { TimeZoneContext } from '../i18n/use-formats.ts'
import { FaultLayout } from './fault-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { NotAuthorizedPage } from './not-authorized-page.tsx'
import { ShellLayout } from './shell/shell-layout.tsx'
import { usePage } from './use-page.ts'

/** Every page for members: decides whether it may be read, and stands it into the shell. */
export function Frame() {
  const { network } = useServices()
  const user = useUser()
  const permission = usePage()?.permission
  // On the way to the sign-in page: nothing of whoever was here is shown any more.
  if (!user) return <LoadingScreen />
  const { abilities } = user
  const mayRead = isAllowed(abilities, 'read', network.access)
  const mayOpen = !permission || isAllowed(abilities, permission.action, permission.subject)
  if (!mayOpen)
    return (
      <FaultLayout>
        <NotAuthorizedPage />
      </FaultLayout>
    )
  return (
    <TimeZoneContext value={user.timezone}>
      <LiveProvider blockchainId={network.blockchain_id} enabled={mayRead}>
        {/* A network that is not for this user keeps the bar: its switcher is the way out. */}
        <ShellLayout mayRead={mayRead} bare={!mayRead}>
          {mayRead ? <Outlet /> : <NotAuthorizedPage />}
        </ShellLayout>
      </LiveProvider>
    </TimeZoneContext>
  )
}
