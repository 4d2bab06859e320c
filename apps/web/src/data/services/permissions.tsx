import { type Ability, guestAbilities, isAllowed } from '@roundsman/contract/abilities'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useUser } from './services.ts'

/** What somebody may do, judged as the server judges it: `manage` of `all` is everything. */
export interface Permissions {
  can(action: Ability['action'], subject: Ability['subject']): boolean
}

/** The permissions that a profile's abilities are; those of a guest where nobody is signed in. */
export function permissionsOf(abilities: readonly Ability[] = guestAbilities): Permissions {
  return { can: (action, subject) => isAllowed(abilities, action, subject) }
}

const PermissionsContext = createContext(permissionsOf())

/** Gives what is below the permissions of whoever is signed in. */
export function PermissionsProvider({ children }: { children: ReactNode }) {
  const abilities = useUser()?.abilities
  const permissions = useMemo(() => permissionsOf(abilities), [abilities])
  return <PermissionsContext value={permissions}>{children}</PermissionsContext>
}

/** What the user of the page may do. */
export function usePermissions(): Permissions {
  return useContext(PermissionsContext)
}
