import type { Tx } from '../../../platform/db/database.ts'
import { tooManyRequests } from '../../../platform/http/problem-error.ts'
import type { Notifications, ReachedBudget } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { type Limit, secondsToWait } from '../users/throttle.ts'
import {
  insertPhoneMessage,
  type PhoneChannel,
  type PhoneMessageRow,
  phoneMessagesSince,
} from './phone.store.ts'

/** A message that somebody wants sent to a number. */
interface WantedMessage {
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
 * not lengthen the wait. The caller holds `lockPhoneMessages`, so nobody else counts meanwhile. Suspected fraud is logged for the operator.
 */
export function createPhoneSpending(
  parts: AccountParts,
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
      parts.securityLog.warn(reached.cap === 'range' ? { ...fields, numberRange } : fields, 'account')
      throw tooManyRequests(reached.seconds)
    }
    if (channel === 'sms' && fewCodesUsed(spent, now)) {
      parts.securityLog.warn({ event: 'phone_conversion_low', sent: spent.length }, 'account')
    }
    const id = await insertPhoneMessage(tx, { ...wanted, channel, at: new Date(now) })
    return { id, earlier: spent.filter((one) => one.phone === phone && one.userId === userId).length }
  }
}

/** A user's or the site's budget of a day, which codes, calls and alerts share. */
function budgetCap(reached: ReachedBudget | null): { cap: ReachedBudget['of']; seconds: number } | null {
  return reached === null ? null : { cap: reached.of, seconds: reached.seconds }
}

const hour = 60 * 60_000
const day = 24 * hour

/** Longest window of all caps: older messages need not be looked at. */
const capsWindowMs = day

/** What one more message would be counted under. */
export type Spending = Pick<PhoneMessageRow, 'phone' | 'numberRange' | 'userId' | 'network'>
type CapName = 'number' | 'user' | 'address' | 'range'

interface Cap {
  name: CapName
  limit: Limit
  /** True for messages that this cap counts together. */
  same(one: Spending, other: Spending): boolean
}

const sameNumber: Cap['same'] = (one, other) => one.phone === other.phone
const sameUser: Cap['same'] = (one, other) => one.userId === other.userId
const sameAddress: Cap['same'] = (one, other) => one.network === other.network
const sameRange: Cap['same'] = (one, other) => one.numberRange === other.numberRange

/**
 * Above what is guaranteed to a user: three numbers and five codes an hour (F8). What a user and the site may spend in a
 * day is the ledger's to count.
 */
const caps: readonly Cap[] = [
  { name: 'number', limit: { count: 8, windowMs: hour }, same: sameNumber },
  { name: 'number', limit: { count: 16, windowMs: day }, same: sameNumber },
  { name: 'user', limit: { count: 10, windowMs: hour }, same: sameUser },
  { name: 'address', limit: { count: 60, windowMs: hour }, same: sameAddress },
  { name: 'address', limit: { count: 200, windowMs: day }, same: sameAddress },
  { name: 'range', limit: { count: 60, windowMs: hour }, same: sameRange },
  { name: 'range', limit: { count: 120, windowMs: day }, same: sameRange },
]

/** The cap that one more message would pass, with the seconds until it would not; null if it may go. */
export function reachedCap(
  wanted: Spending,
  spent: readonly PhoneMessageRow[],
  now: number,
): { cap: CapName; seconds: number } | null {
  for (const { name, limit, same } of caps) {
    const counted = spent.filter((message) => same(message, wanted)).map((message) => message.at)
    const seconds = secondsToWait(counted, limit, now)
    if (seconds !== null) return { cap: name, seconds }
  }
  return null
}

const secondsBeforeResend = [30, 60, 120, 240, 480, 900, 1800] as const

/** Milliseconds until another code may be asked for, after the `sent`th to a number within a day (F5). */
export function resendWaitMs(sent: number): number {
  const step = Math.min(Math.max(sent, 1), secondsBeforeResend.length) - 1
  return (secondsBeforeResend[step] ?? 1800) * 1000
}

/** A number without its last four digits: operators hand out numbers in blocks of ten thousand. */
export function numberRangeOf(phone: string): string {
  return phone.slice(0, -4)
}

/** True where so few codes of the last day were entered that somebody may be pumping messages (F9). */
export function fewCodesUsed(spent: readonly PhoneMessageRow[], now: number): boolean {
  const old = spent.filter((message) => message.at.getTime() <= now - 600_000)
  const used = old.filter((message) => message.usedAt !== null).length
  return old.length >= 20 && used < old.length / 4
}
