import { bucketOf, isClosed } from './bucket.ts'

/**
 * The closed buckets of a tier that are not rolled up yet, oldest first. `lower` are the buckets that the tier below
 * has, `lastRolled` the newest one this tier has (null: none). Buckets without any lower row do not appear: a hole
 * stays a hole.
 */
export function dueRollUps(request: {
  lower: readonly number[]
  lastRolled: number | null
  step: number
  now: number
}): number[] {
  const due = new Set<number>()
  for (const bucket of request.lower) {
    const upper = bucketOf(bucket, request.step)
    if (request.lastRolled !== null && upper <= request.lastRolled) continue
    if (isClosed(upper, request.step, request.now)) due.add(upper)
  }
  return [...due].sort((a, b) => a - b)
}
