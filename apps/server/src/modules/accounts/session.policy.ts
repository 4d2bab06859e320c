const day = 24 * 60 * 60_000

/** A session ends this long after the last activity (A29)… */
export const idleMs = 7 * day
/** …and this long after the sign-in, whatever happened since. */
export const absoluteMs = 30 * day
/** `last_seen_at` is written at most this often. */
export const touchEveryMs = 60_000

/** The newest `last_seen_at` that is too old. */
export function idleBefore(now: number): Date {
  return new Date(now - idleMs)
}
