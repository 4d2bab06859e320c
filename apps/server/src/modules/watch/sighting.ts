/** A moment that a watcher wrote down by the database's clock, and how old it was when this process first saw it. */
export interface Sighting {
  at: number
  ageMs: number
  /** Monotonic ms of this process. */
  seenAt: number
}

/** When a process looked at a row. */
export interface Look {
  /** The database's clock at that moment, Unix ms. */
  databaseNow: number
  /** Monotonic ms of this process. */
  monotonic: number
}

/**
 * What is known of a moment after another look; `before` is what the last look saw. Ages go on by the monotonic clock
 * of this process. What changed since its last look is no older than that look, whatever clocks say: one that is set
 * forward or back, here or at the database, ages nothing and makes nothing young.
 */
export function sight(
  before: Sighting | null,
  at: number | null,
  { now, last }: { now: Look; last: Look | null },
): Sighting | null {
  if (at === null) return null
  if (before?.at === at) return before
  const oldest = last === null ? Number.POSITIVE_INFINITY : now.monotonic - last.monotonic
  return {
    at,
    ageMs: Math.min(oldest, Math.max(0, now.databaseNow - at)),
    seenAt: now.monotonic,
  }
}

/** Age in ms at a later moment of the same monotonic clock. */
export function ageOf(sighting: Sighting, monotonic: number): number {
  return sighting.ageMs + monotonic - sighting.seenAt
}
