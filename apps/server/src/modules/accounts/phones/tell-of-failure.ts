import type { Tx } from '../../../platform/db/database.ts'
import type { FailedDelivery } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { findUser } from '../user.store.ts'
import { phonesOf } from './phone.store.ts'
import { phoneNotice } from './phone-notice.ts'

/**
 * A code or a test call that will not come (F13): whoever waits for it with the phone in the hand is told by mail. A
 * number that is not theirs any more, or that another code has confirmed meanwhile, is nothing to worry about.
 */
export async function tellOfFailure(
  tx: Tx,
  parts: Pick<AccountParts, 'enqueueDelivery'>,
  { id, channel, purpose, recipient, userId }: FailedDelivery,
): Promise<void> {
  if (purpose !== 'account' || userId === null || (channel !== 'sms' && channel !== 'voice')) return
  const user = await findUser(tx, userId)
  const own = await phonesOf(tx, userId)
  const row = own.find(({ phone }) => phone === recipient)
  if (!user || !row || (channel === 'sms' && row.confirmedAt !== null)) return
  const what = channel === 'sms' ? 'codeFailed' : 'callFailed'
  await parts.enqueueDelivery(tx, { ...phoneNotice(what, user, row), dedupeKey: `phone-failed:${id}` })
}
