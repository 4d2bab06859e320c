/** One step of the roll-up ladder. All lengths are seconds; every step divides the next one. */
interface Tier {
  /** Length of a bucket. */
  step: number
  /** How long its rows are kept. A little more than its chart shows, so that the oldest point never flickers. */
  keep: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** From the samples up. Sizes and costs: docs/decisions/005-arrays-for-series.md. */
export const ladder = [
  { step: 25, keep: 2 * hour },
  { step: 10 * minute, keep: 8 * day },
  { step: hour, keep: 40 * day },
  { step: 4 * hour, keep: 400 * day },
] as const satisfies readonly Tier[]

/** Seconds between samples: the lowest step. */
export const sampleSeconds = ladder[0].step

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

type Point = [at: number, value: number | null]

/**
 * The points of one validator's chart: one for every bucket in (from, to], null where nothing was recorded. A line
 * is never drawn across what is not known. `recorded` maps a bucket to its value; times are Unix seconds.
 */
export function pointsBetween(
  recorded: ReadonlyMap<number, number | null>,
  range: { from: number; to: number; step: number },
): Point[] {
  return bucketsBetween(range.from, range.to, range.step).map((at) => [at, recorded.get(at) ?? null])
}
