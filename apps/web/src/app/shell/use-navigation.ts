import { useRouterState } from '@tanstack/react-router'
import { useServices } from '../../data/services.ts'
import { useUser } from '../../data/use-user.ts'
import { navigation } from '../navigation.ts'
import { activeNavigation } from './active-navigation.ts'
import { visibleNavigation } from './visible-navigation.ts'

/** What this user sees of the navigation on this network, and where in it the page is. */
export function useNavigation() {
  const { network } = useServices()
  const user = useUser()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const items = visibleNavigation(navigation, {
    abilities: user?.abilities ?? [],
    isDaEnabled: network.is_da_enabled,
  })
  return { items, active: activeNavigation(items, pathname) }
}
