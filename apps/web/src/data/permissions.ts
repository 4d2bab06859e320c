import { Ability as Rules } from '@casl/ability'
import { type Ability, guestAbilities } from '@roundsman/contract/abilities'

/** What somebody may do, as CASL reads it: `manage` is every action, `all` every subject. */
export type Permissions = Rules<[Ability['action'], Ability['subject']]>

/** The permissions that a profile's abilities are; those of a guest where nobody is signed in. */
export function permissionsOf(abilities: readonly Ability[] = guestAbilities): Permissions {
  return new Rules<[Ability['action'], Ability['subject']]>([...abilities])
}
