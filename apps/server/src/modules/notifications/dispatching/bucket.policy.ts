import type { Rate } from '../channels/channel.ts'

/** How much of a credential is used. Times are Unix ms. */
export interface Bucket {
  /** What was sent so far is worth the time until then. */
  usedUntil: number
  /** When the last of those that wait has its turn: of what goes first, and of the rest. */
  urgentUntil: number
  otherUntil: number
  /** Its provider asked to be left alone until then. */
  closedUntil: number
}

interface Waiting {
  /** Goes before all that is not. */
  isUrgent: boolean
  /** It had a turn already, that somebody else took: it does not begin again at the end of the line. */
  hasWaited: boolean
}

/** Turns are looked for each second, so what goes first may be late by that for the last of them. */
const graceMs = 1_000

const msOf = ({ perSecond }: Rate) => 1_000 / perSecond

/** When the next message may go. */
export function readyAt({ usedUntil, closedUntil }: Bucket, rate: Rate | null): number {
  return rate === null ? closedUntil : Math.max(closedUntil, usedUntil - (rate.burst - 1) * msOf(rate))
}

/** When it is the turn of a message: not after `now` if it may go at once. */
export function turnOf(
  bucket: Bucket,
  rate: Rate | null,
  { isUrgent, hasWaited }: Waiting,
  now: number,
): number {
  const ready = readyAt(bucket, rate)
  const first = isUrgent || bucket.urgentUntil === 0 ? ready : Math.max(ready, bucket.urgentUntil + graceMs)
  if (first <= now) return first
  if (isUrgent) return Math.max(first, bucket.urgentUntil)
  // Of a line that is over nothing is left to keep a place in.
  return hasWaited && bucket.otherUntil > now ? first : Math.max(first, bucket.otherUntil)
}

/** The bucket after so many messages were sent. It may be in debt: a message is not cut in two. */
export function afterSending(bucket: Bucket, rate: Rate | null, messages: number, now: number): Bucket {
  if (rate === null) return bucket
  return { ...bucket, usedUntil: Math.max(bucket.usedUntil, now) + messages * msOf(rate) }
}

/** The bucket after a message was given a turn. */
export function afterQueueing(
  bucket: Bucket,
  rate: Rate | null,
  isUrgent: boolean,
  turn: number,
  messages: number,
): Bucket {
  const end = turn + (rate === null ? 0 : messages * msOf(rate))
  return isUrgent
    ? { ...bucket, urgentUntil: Math.max(bucket.urgentUntil, end) }
    : { ...bucket, otherUntil: Math.max(bucket.otherUntil, end) }
}

/** The bucket after its provider asked to wait: empty then. */
export function afterRefusal(bucket: Bucket, rate: Rate | null, until: number): Bucket {
  const empty = rate === null ? 0 : until + (rate.burst - 1) * msOf(rate)
  return {
    ...bucket,
    closedUntil: Math.max(bucket.closedUntil, until),
    usedUntil: Math.max(bucket.usedUntil, empty),
  }
}
