import { abilitiesOf } from '@roundsman/contract/abilities'
import type { Profile } from '@roundsman/contract/users'
import type { UserRow } from './accounts.schema.ts'
import { phoneView } from './phones/phone-view.ts'
import type { PhoneRow } from './phones/phones.schema.ts'

/** A user as the contract shows it to themself. Everybody is a member; `groups` are those beyond. */
export function profileOf(user: UserRow, groups: readonly string[], phones: readonly PhoneRow[]): Profile {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    avatar: user.avatar,
    language: user.language,
    timezone: user.timezone,
    groups: ['member', ...groups],
    has_password: user.passwordHash !== null,
    phones: phones.map(phoneView),
    abilities: abilitiesOf(groups),
  }
}
