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
