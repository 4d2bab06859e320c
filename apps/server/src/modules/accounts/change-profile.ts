import type { Body } from '@roundsman/contract/endpoints'
import type { Database } from '../../platform/db/database.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { fieldTexts } from './account-texts.data.ts'
import type { UserRow } from './accounts.schema.ts'
import { deletePicture } from './avatar/avatar.store.ts'
import { requireStorable } from './storable.ts'
import { isTimezone } from './timezone.ts'
import { findUser, updateProfile } from './user.store.ts'

/** Replaces the profile (A48, A49). The avatar can only be kept as it is or removed. */
export async function changeProfile(
  db: Database,
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
    if (avatar === null) await deletePicture(tx, userId)
    return after
  })
}
