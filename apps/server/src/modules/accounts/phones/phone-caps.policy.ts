import { type Limit, secondsToWait } from '../throttle.policy.ts'
import type { PhoneMessageRow } from './phones.schema.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** Longest window of all caps: older messages need not be looked at. */
export const capsWindowMs = day

/** What one more message would be counted under. */
export type Spending = Pick<PhoneMessageRow, 'phone' | 'numberRange' | 'userId' | 'network'>
export type CapName = 'number' | 'user' | 'address' | 'range'

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
