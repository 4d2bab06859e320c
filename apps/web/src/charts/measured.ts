import type { ChartLine, Gap } from './chart-model.ts'

/** The newest time at which anything was measured; null where nothing was. */
export function newestOf(lines: readonly ChartLine[], times: readonly number[]): number | null {
  const place = times.findLastIndex((_at, index) => isMeasured(lines, index))
  return times[place] ?? null
}

/** Buckets that the newest value may be behind: the newest bucket is empty until its first sample. */
const mayBeEmpty = 1

/**
 * Times in which nothing was measured of any line, from the point before to the point after. Before the first one
 * nobody was looking yet, so that there is no gap; behind the newest one there is.
 */
export function gapsOf(lines: readonly ChartLine[], times: readonly number[]): Gap[] {
  const gaps: Gap[] = []
  let last: number | null = null
  for (const [index, at] of times.entries()) {
    if (!isMeasured(lines, index)) continue
    if (last !== null && last < index - 1) gaps.push({ from: times[last] ?? at, to: at })
    last = index
  }
  const end = times.at(-1)
  if (last !== null && end !== undefined && times.length - 1 - last > mayBeEmpty)
    gaps.push({ from: times[last] ?? end, to: end })
  return gaps
}

function isMeasured(lines: readonly ChartLine[], index: number): boolean {
  return lines.some(({ values }) => (values[index] ?? null) !== null)
}
