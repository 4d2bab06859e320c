/** For how long a process has been able to take pushes, Unix ms: since when, and when it last said that it still is. */
export interface UptimeSpan {
  from: number
  until: number
}

/** Each says so every five seconds; one that has not for so long may be dead. */
export const uptimeLapseMs = 15_000

/**
 * Since when pushes could be taken without a pause, by what all processes noted; null: none can take any now. One that
 * followed another without a pause goes on from where that one began.
 */
export function intakeUpSince(spans: readonly UptimeSpan[], now: number): number | null {
  let since: number | null = null
  const latestFirst = [...spans].sort((a, b) => b.until - a.until)
  for (const { from, until } of latestFirst) {
    if (until + uptimeLapseMs < (since ?? now)) break
    since = Math.min(since ?? from, from)
  }
  return since
}

/** How long a bridge has been silent while its pushes could have been taken, ms; null: nobody can take any now. */
export function observedSilenceMs(since: number | null, updatedAt: number, now: number): number | null {
  return since === null ? null : Math.max(0, now - Math.max(since, updatedAt))
}
