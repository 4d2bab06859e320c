import { bucketsBetween } from './bucket.ts'

export type Point = [at: number, value: number | null]

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
