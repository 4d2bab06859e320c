import type { Tx } from '../../../platform/db/database.ts'
import type { UsedUpBudget } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { findUser } from '../users/user.store.ts'
import { dayClockIn } from '../users/timezone.ts'
import { usedUpTexts } from './used-up-texts.data.ts'

/** Tells a user by mail, once a day, that their SMS or calls for today are used up (D272). */
export async function reportUsedUp(
  tx: Tx,
  { enqueueDelivery }: Pick<AccountParts, 'enqueueDelivery'>,
  { channel, userId, until, kept, dedupeKey }: UsedUpBudget,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || user.disabledAt !== null || (channel !== 'sms' && channel !== 'voice')) return
  const { language, timezone } = user
  await enqueueDelivery(tx, {
    channel: 'email',
    purpose: 'account',
    recipient: user.email,
    userId,
    language,
    message: usedUpTexts[language][channel](dayClockIn(until, timezone, language), kept),
    dedupeKey,
    usefulForMs: 24 * 60 * 60_000,
  })
}
