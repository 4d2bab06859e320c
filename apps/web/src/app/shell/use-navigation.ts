import { useRouterState } from '@tanstack/react-router'
import { usePermissions } from '../../data/permissions-provider.tsx'
import { useServices } from '../../data/services.ts'
import { navigation } from '../navigation.ts'
import { activeNavigation } from './active-navigation.ts'
import { visibleNavigation } from './visible-navigation.ts'

/** What this user sees of the navigation on this network, and where in it the page is. */
export function useNavigation() {
  const { network } = useServices()
  const permissions = usePermissions()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const items = visibleNavigation(navigation, {
    permissions,
    isDaEnabled: network.is_da_enabled,
  })
  return { items, active: activeNavigation(items, pathname) }
}
