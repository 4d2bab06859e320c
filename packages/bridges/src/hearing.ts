/** For how long somebody could hear, Unix ms: from when they began, to when they last said that they still do. */
export interface HearingSpan {
  from: number
  until: number
}

/** Each says every five seconds that it hears; one that has not for so long may be dead. */
export const hearingLapseMs = 15_000

/**
 * Since when somebody has been able to hear without a pause, by what all of them noted; null: nobody can now. Whoever
 * followed another one without a pause goes on from where that one began.
 */
export function hearingSince(spans: readonly HearingSpan[], now: number): number | null {
  let since: number | null = null
  const latestFirst = [...spans].sort((a, b) => b.until - a.until)
  for (const { from, until } of latestFirst) {
    if (until + hearingLapseMs < (since ?? now)) break
    since = Math.min(since ?? from, from)
  }
  return since
}

/** How long somebody has been silent while they could have been heard, ms; null: nobody can hear now. */
export function heardSilenceMs(since: number | null, updatedAt: number, now: number): number | null {
  return since === null ? null : Math.max(0, now - Math.max(since, updatedAt))
}
