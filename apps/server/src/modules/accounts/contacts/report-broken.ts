import type { Tx } from '../../../platform/db/database.ts'
import {
  type ContactRow,
  type Contacts,
  type FailedDelivery,
  givenContactIn,
} from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { membersOf } from '../teams/team.store.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { findUser } from '../users/user.store.ts'
import { contactTexts } from './contact-texts.data.ts'

/** Tells the owner of a contact by mail, of a team's each OWNER, once, that its provider refuses it (D92, D220). */
export async function reportBroken(
  tx: Tx,
  { enqueueDelivery }: Pick<AccountParts, 'enqueueDelivery'>,
  contacts: Pick<Contacts, 'find'>,
  { recipient, userId }: Pick<FailedDelivery, 'recipient' | 'userId'>,
): Promise<void> {
  const given = givenContactIn(recipient)
  const row = given && (await contacts.find(tx, given.id))
  if (!row || row.state !== 'BROKEN' || row.problemSince === null) return
  if (row.teamId === null && row.userId !== userId) return
  for (const owner of await ownersOf(tx, row))
    await enqueueDelivery(tx, {
      channel: 'email',
      purpose: 'account',
      recipient: owner.email,
      userId: owner.id,
      language: owner.language,
      message: contactTexts[owner.language].broken(`${row.name} (${row.shown})`, row.problemDetail ?? ''),
      dedupeKey: `contact-broken:${row.id}:${row.problemSince.toISOString()}${row.teamId === null ? '' : `:${owner.id}`}`,
      usefulForMs: 24 * 60 * 60_000,
    })
}

async function ownersOf(
  tx: Tx,
  { userId, teamId }: Pick<ContactRow, 'userId' | 'teamId'>,
): Promise<UserRow[]> {
  if (teamId === null) {
    const user = userId === null ? null : await findUser(tx, userId)
    return user ? [user] : []
  }
  const members = await membersOf(tx, teamId)
  return members
    .filter(({ role, user }) => role === 'OWNER' && user.disabledAt === null)
    .map(({ user }) => user)
}
