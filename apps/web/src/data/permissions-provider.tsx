import { AbilityProvider, useAbility } from '@casl/react'
import { type ReactNode, useMemo } from 'react'
import { type Permissions, permissionsOf } from './permissions.ts'
import { useUser } from './use-user.ts'

/** Gives what is below the permissions of whoever is signed in. */
export function PermissionsProvider({ children }: { children: ReactNode }) {
  const abilities = useUser()?.abilities
  const permissions = useMemo(() => permissionsOf(abilities), [abilities])
  return <AbilityProvider value={permissions}>{children}</AbilityProvider>
}

/** What the user of the page may do. */
export function usePermissions(): Permissions {
  return useAbility<Permissions>()
}
