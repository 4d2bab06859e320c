import { Ability as Rules } from '@casl/ability'
import { AbilityProvider, useAbility } from '@casl/react'
import { type Ability, guestAbilities } from '@roundsman/contract/abilities'
import { type ReactNode, useMemo } from 'react'
import { useUser } from './services.ts'

/** What somebody may do, as CASL reads it: `manage` is every action, `all` every subject. */
export type Permissions = Rules<[Ability['action'], Ability['subject']]>

/** The permissions that a profile's abilities are; those of a guest where nobody is signed in. */
export function permissionsOf(abilities: readonly Ability[] = guestAbilities): Permissions {
  return new Rules<[Ability['action'], Ability['subject']]>([...abilities])
}

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
