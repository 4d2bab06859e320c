import type { Tx } from '../../../platform/db/database.ts'
import {
  type Contacts,
  type FailedDelivery,
  givenContactIn,
} from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { findUser } from '../users/user.store.ts'
import { contactTexts } from './contact-texts.data.ts'

/** Tells the owner of a contact by mail, once, that its provider refuses it (D92). */
export async function reportBroken(
  tx: Tx,
  { enqueueDelivery }: Pick<AccountParts, 'enqueueDelivery'>,
  contacts: Pick<Contacts, 'find'>,
  { recipient, userId }: Pick<FailedDelivery, 'recipient' | 'userId'>,
): Promise<void> {
  const given = givenContactIn(recipient)
  const row = given && (await contacts.find(tx, given.id))
  if (!row || row.state !== 'BROKEN' || row.userId !== userId || row.problemSince === null) return
  const user = await findUser(tx, userId)
  if (!user) return
  await enqueueDelivery(tx, {
    channel: 'email',
    purpose: 'account',
    recipient: user.email,
    userId,
    language: user.language,
    message: contactTexts[user.language].broken(`${row.name} (${row.shown})`, row.problemDetail ?? ''),
    dedupeKey: `contact-broken:${row.id}:${row.problemSince.toISOString()}`,
    usefulForMs: 24 * 60 * 60_000,
  })
}
