import { abilitiesByGroup, abilitiesOf, guestAbilities, isAllowed } from '@roundsman/contract/abilities'
import { describe, expect, it } from 'vitest'
import { permissionsOf } from './permissions.tsx'

const actions = ['read', 'manage'] as const
const subjects = ['any', 'ANY', 'VIP', 'all'] as const

describe('what the page lets somebody do', () => {
  it.each([['a guest', guestAbilities], ...Object.entries(abilitiesByGroup), ['somebody of no group', []]])(
    'P56: is for %s what the server lets them do',
    (_who, abilities) => {
      const permissions = permissionsOf(abilities)
      for (const action of actions)
        for (const subject of subjects)
          expect(permissions.can(action, subject), `${action} ${subject}`).toBe(
            isAllowed(abilities, action, subject),
          )
    },
  )
  it('P56: is only to see the screen where nobody is signed in', () => {
    const guest = permissionsOf()
    expect(guest.can('read', 'any')).toBe(true)
    expect(guest.can('read', 'ANY')).toBe(false)
  })
  it('P56: is everything for whoever may manage all, networks for VIP only for VIP', () => {
    const may = (...groups: string[]) => permissionsOf(abilitiesOf(groups))
    expect(may('admin').can('read', 'VIP')).toBe(true)
    expect(may('admin').can('manage', 'all')).toBe(true)
    expect(may('vip').can('read', 'VIP')).toBe(true)
    expect(may('vip').can('manage', 'VIP')).toBe(false)
    expect(may('member').can('read', 'VIP')).toBe(false)
  })
})
