import type { Profile } from '@roundsman/contract/users'
import type { Queryable } from '../../platform/db/database.ts'
import type { UserRow } from './accounts.schema.ts'
import { phonesOf } from './phones/phone.store.ts'
import { profileOf } from './profile.ts'
import { groupsOf } from './user.store.ts'

/** A user's profile with what other tables know of them. */
export async function readProfile(db: Queryable, user: UserRow): Promise<Profile> {
  return profileOf(user, await groupsOf(db, user.id), await phonesOf(db, user.id))
}
