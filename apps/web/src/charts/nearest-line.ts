import type uPlot from 'uplot'
import { type ChartModel, nearestIndex } from './chart-model.ts'

/** Px that a pointer may be away from the line that it means. */
const reach = 24

/** The line under the pointer, where there are too many to have a colour each; null where none is near. */
export function nearestLine(
  plot: Pick<uPlot, 'valToPos'>,
  { times, lines }: ChartModel,
  { top, at }: { top: number; at: number },
): number | null {
  const place = nearestIndex(times, at)
  if (place === null) return null
  let found: number | null = null
  let least = reach
  for (const { id, values } of lines) {
    const value = values[place] ?? null
    if (value === null) continue
    const away = Math.abs(plot.valToPos(value, 'y') - top)
    if (away >= least) continue
    least = away
    found = id
  }
  return found
}
