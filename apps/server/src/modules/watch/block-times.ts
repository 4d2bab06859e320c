import { median } from './median.ts'

/** How many block times the median is taken of. */
export const measuredBlocks = 100

export interface TimedBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
}

/**
 * Median seconds between the last 100 pairs of neighbouring heights; null without one. Heights that are not known
 * make no pair. `blocks` are in order.
 */
export function blockSeconds(blocks: readonly TimedBlock[]): number | null {
  const pauses: number[] = []
  for (let i = blocks.length - 1; i > 0 && pauses.length < measuredBlocks; i--) {
    const [block, before] = [blocks[i], blocks[i - 1]]
    if (block && before && block.height === before.height + 1) pauses.push((block.at - before.at) / 1000)
  }
  return median(pauses)
}
