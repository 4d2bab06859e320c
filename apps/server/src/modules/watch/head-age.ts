/** Two clocks, ms: the wall's, which may be set, and one that never goes back. */
export interface Moment {
  now: number
  monotonic: number
}

export interface HeadAge {
  /** How old the newest block is at this moment, ms: how long this process has seen it stand, never negative. */
  next(head: { height: number; time: number }, moment: Moment): number
}

/**
 * Tells how old the newest block of a chain is without trusting the wall clock: a chain that is seen to move is not
 * old, whatever the time of its header says here. Only the first block that is ever seen is judged by that time.
 * `known`: what another watcher said of the newest block a moment ago; null where nobody did.
 */
export function createHeadAge(known: { height: number; ageMs: number; monotonic: number } | null): HeadAge {
  let newest = known

  return {
    next({ height, time }, { now, monotonic }) {
      if (newest === null) newest = { height, ageMs: Math.max(0, now - time), monotonic }
      else if (height > newest.height) newest = { height, ageMs: 0, monotonic }
      return Math.round(newest.ageMs + monotonic - newest.monotonic)
    },
  }
}
