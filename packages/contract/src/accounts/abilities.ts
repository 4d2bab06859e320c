import * as z from 'zod/mini'

/** Who may read a network: everybody who is signed in, or the group `vip` as well. */
export const networkAccess = ['ANY', 'VIP'] as const
export type NetworkAccess = (typeof networkAccess)[number]

export const Ability = z.object({
  action: z.enum(['read', 'manage']),
  subject: z.enum(['any', 'ANY', 'VIP', 'all']),
})
export type Ability = z.infer<typeof Ability>

/** What somebody without a session may do: see the screen. The API still answers 401. */
export const guestAbilities: readonly Ability[] = [{ action: 'read', subject: 'any' }]

const member: readonly Ability[] = [...guestAbilities, { action: 'read', subject: 'ANY' }]

/** Groups to rules, literally as the contract says. */
const abilitiesByGroup: Readonly<Record<'member' | 'vip' | 'admin', readonly Ability[]>> = {
  member,
  vip: [...member, { action: 'read', subject: 'VIP' }],
  admin: [{ action: 'manage', subject: 'all' }],
}

/** Abilities of a user in these groups, each once; everybody with an account is a member. */
export function abilitiesOf(userGroups: readonly string[]): Ability[] {
  if (userGroups.includes('admin')) return [...abilitiesByGroup.admin]
  return [...(userGroups.includes('vip') ? abilitiesByGroup.vip : abilitiesByGroup.member)]
}

/**
 * Whether somebody in these groups may do less than the groups allow: one of them must have a second factor, which this
 * user lacks (A134).
 */
export function isHeldBack(userGroups: readonly string[], abilities: readonly Ability[]): boolean {
  return abilitiesOf(userGroups).some(({ action, subject }) => !isAllowed(abilities, action, subject))
}

/** True if the abilities allow the action on the subject; `manage` on `all` allows everything. */
export function isAllowed(
  abilities: readonly Ability[],
  action: Ability['action'],
  subject: Ability['subject'],
): boolean {
  return abilities.some(
    (a) => (a.action === 'manage' && a.subject === 'all') || (a.action === action && a.subject === subject),
  )
}
