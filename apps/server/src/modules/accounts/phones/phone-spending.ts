import type { Tx } from '../../../platform/db/database.ts'
import { tooManyRequests } from '../../../platform/http/problem-error.ts'
import type { Notifications, ReachedBudget } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { capsWindowMs, fewCodesUsed, numberRangeOf, reachedCap } from './phone-caps.policy.ts'
import { insertPhoneMessage, phoneMessagesSince } from './phone-message.store.ts'
import type { PhoneChannel } from './phones.schema.ts'

/** A message that somebody wants sent to a number. */
export interface WantedMessage {
  channel: PhoneChannel
  phone: string
  userId: number
  /** The caller's address, for IPv6 its /64. */
  network: string
}

/** `earlier`: messages of this user to this number within a day, this one not counted. */
export type SpendPhoneMessage = (tx: Tx, wanted: WantedMessage) => Promise<{ id: number; earlier: number }>

/**
 * Notes one message that costs money, unless a cap says 429 (F7, F8). Whoever waits is not noted, so waiting tries do
 * not lengthen the wait. The caller holds `lockPhoneMessages`, so nobody else counts meanwhile. What looks like fraud is told to the operator by the log.
 */
export function createPhoneSpending(
  parts: Pick<AccountParts, 'clock' | 'audit'>,
  reachedBudget: Notifications['reachedBudget'],
): SpendPhoneMessage {
  return async (tx, { channel, phone, userId, network }) => {
    const now = parts.clock.now()
    const spent = await phoneMessagesSince(tx, channel, new Date(now - capsWindowMs))
    const numberRange = numberRangeOf(phone)
    const wanted = { phone, numberRange, userId, network }
    const reached = reachedCap(wanted, spent, now) ?? budgetCap(await reachedBudget(tx, channel, userId))
    if (reached) {
      const fields = { event: 'phone_cap_reached', cap: reached.cap, channel, user: userId, ip: network }
      parts.audit.warn(reached.cap === 'range' ? { ...fields, numberRange } : fields, 'account')
      throw tooManyRequests(reached.seconds)
    }
    if (channel === 'sms' && fewCodesUsed(spent, now)) {
      parts.audit.warn({ event: 'phone_conversion_low', sent: spent.length }, 'account')
    }
    const id = await insertPhoneMessage(tx, { ...wanted, channel, at: new Date(now) })
    return { id, earlier: spent.filter((one) => one.phone === phone && one.userId === userId).length }
  }
}

/** A user's or the site's budget of a day, which codes, calls and alerts share. */
function budgetCap(reached: ReachedBudget | null): { cap: ReachedBudget['of']; seconds: number } | null {
  return reached === null ? null : { cap: reached.of, seconds: reached.seconds }
}
