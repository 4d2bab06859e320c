import type { Body } from '@roundsman/contract/endpoints'
import type { Profile } from '@roundsman/contract/accounts/users'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { phonesOf } from '../phones/phone.store.ts'
import { phoneView } from '../phones/phones.ts'
import { hasFactor } from '../second-factor/factors.ts'
import { abilitiesWith } from '../sessions/request-auth.ts'
import { fieldTexts } from '../users/account-texts.data.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { findUser, requireStorable, updateProfile } from '../users/user.store.ts'
import { isTimezone } from '../users/timezone.ts'
import { deletePicture } from './avatar.store.ts'

/** Replaces the profile (A48, A49). The avatar can only be kept as it is or removed. */
export async function changeProfile(
  { db, releaseWaiting }: Pick<AccountParts, 'db' | 'releaseWaiting'>,
  userId: number,
  body: Body<'updateProfile'>,
): Promise<UserRow> {
  requireStorable({ first_name: body.first_name, last_name: body.last_name })
  if (!isTimezone(body.timezone)) {
    throw new ProblemError('validation_failed', { errors: { timezone: [fieldTexts.timezone] } })
  }
  return db.transaction(async (tx) => {
    const before = await findUser(tx, userId)
    if (!before) throw new ProblemError('not_authenticated')
    const { avatar } = body
    if (avatar !== null && avatar !== before.avatar) {
      throw new ProblemError('validation_failed', { errors: { avatar: [fieldTexts.avatar] } })
    }
    const after = await updateProfile(tx, userId, { ...body, avatar: avatar === null ? null : undefined })
    if (!after) throw new ProblemError('not_authenticated')
    // Quiet hours may be of the profile's zone.
    if (after.timezone !== before.timezone) await releaseWaiting(tx, userId)
    if (avatar === null) await deletePicture(tx, userId)
    return after
  })
}

/** A user as the contract shows them to themself. Everybody is a member; `groups` are those beyond. */
export async function readProfile(
  { db, factorGroups }: Pick<AccountParts, 'db' | 'factorGroups'>,
  user: UserRow,
  groups: readonly string[],
): Promise<Profile> {
  const lacksFactor = factorGroups.length > 0 && !(await hasFactor(db.orm, user.id))
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
    phones: (await phonesOf(db.orm, user.id)).map(phoneView),
    abilities: abilitiesWith(groups, lacksFactor ? factorGroups : []),
  }
}
