/** A part of the time of a chart, Unix seconds. */
export interface Part {
  from: number
  to: number
}

/** Points that a part has at the least: fewer show nothing of how something changed. */
const leastPoints = 4

/** The part as whole points; null where there are too few of them in it. */
export function wholePoints({ from, to }: Part, times: readonly number[]): Part | null {
  const inside = times.filter((time) => time >= from && time <= to)
  const first = inside[0]
  const last = inside.at(-1)
  return first === undefined || last === undefined || inside.length < leastPoints
    ? null
    : { from: first, to: last }
}

/** Half of what is shown, around a time; null where nothing smaller can be shown. */
export function zoomedIn({ from, to }: Part, around: number, times: readonly number[]): Part | null {
  const half = (to - from) / 4
  const middle = Math.min(to - half, Math.max(from + half, around))
  const part = wholePoints({ from: middle - half, to: middle + half }, times)
  return part && part.to - part.from < to - from ? part : null
}

/** Twice what is shown; null: everything. */
export function zoomedOut({ from, to }: Part, times: readonly number[]): Part | null {
  const half = (to - from) / 2
  const part = wholePoints({ from: from - half, to: to + half }, times)
  const [first] = times
  return part === null || (part.from === first && part.to === times.at(-1)) ? null : part
}

/** Where two fingers are, as shares of the width of a chart. */
export type Fingers = readonly [number, number]
/** Fingers that are nearer to each other than this share say nothing of how far they went apart. */
const leastApart = 0.03

/** Whether two fingers are so far apart that they can zoom. */
export function areApart([one, other]: Fingers): boolean {
  return Math.abs(other - one) >= leastApart
}

/**
 * The part after two fingers moved: the times that were under them still are, as far as there are any. null where too
 * little would be shown.
 */
export function pinched(
  { from, to }: Part,
  { before, after }: { before: Fingers; after: Fingers },
  times: readonly number[],
): Part | null {
  const [first, last] = [times[0], times.at(-1)]
  const scale = (before[1] - before[0]) / (after[1] - after[0])
  if (first === undefined || last === undefined || !areApart(before) || !areApart(after) || scale <= 0)
    return null
  const length = (to - from) * scale
  const begin = from + before[0] * (to - from) - after[0] * length
  const part = { from: Math.max(first, begin), to: Math.min(last, begin + length) }
  return wholePoints(part, times) === null ? null : part
}
