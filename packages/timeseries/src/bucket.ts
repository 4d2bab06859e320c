/** The bucket that holds `at`: the largest multiple of `step` that is not above it. Both in Unix seconds. */
export function bucketOf(at: number, step: number): number {
  return Math.floor(at / step) * step
}

/** A bucket is closed once its last second is over; before that it is provisional. */
export function isClosed(bucket: number, step: number, now: number): boolean {
  return bucket + step <= now
}

/** Every bucket in (from, to], oldest first: the points that a chart has whatever was recorded. */
export function bucketsBetween(from: number, to: number, step: number): number[] {
  const buckets: number[] = []
  for (let at = bucketOf(from, step) + step; at <= to; at += step) buckets.push(at)
  return buckets
}
