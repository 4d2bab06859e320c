import type { SigningInfo } from './domain.ts'

/** x/slashing's counters as a state had them: they count the letters of all heights below that one. */
export interface CountersRead {
  height: number
  startHeight: number
  indexOffset: number
  missed: number
}

interface Range {
  least: number
  most: number
}

/** What the counters of a validator may be in a later state, as long as it is not jailed in between. */
export interface CounterBounds {
  startHeight: number
  indexOffset: Range
  missedBlocks: Range
}

/**
 * From an earlier read to a state of `height`. Each block in whose set the validator is moves the index by one at most;
 * a block that it misses adds a miss, and any block may let one leave the window.
 *
 * @param letters of the validator from the read's height up to below `height`; null where one of them is not known
 */
export function boundsAfter(
  { height: since, startHeight, indexOffset, missed }: CountersRead,
  height: number,
  letters: { counted: number; missed: number } | null,
): CounterBounds {
  const counted = letters?.counted ?? Math.max(0, height - since)
  return {
    startHeight,
    indexOffset: { least: indexOffset, most: indexOffset + counted },
    missedBlocks: { least: missed - counted, most: missed + (letters?.missed ?? counted) },
  }
}

export function isWithin(
  bounds: CounterBounds,
  info: Pick<SigningInfo, 'startHeight' | 'indexOffset' | 'missedBlocks'>,
): boolean {
  return (
    info.startHeight === bounds.startHeight &&
    isIn(bounds.indexOffset, info.indexOffset) &&
    isIn(bounds.missedBlocks, info.missedBlocks)
  )
}

/** Whether the blocks in between leave one value for each counter. */
export function isExact({ indexOffset, missedBlocks }: CounterBounds): boolean {
  return indexOffset.least === indexOffset.most && missedBlocks.least === missedBlocks.most
}

function isIn({ least, most }: Range, value: number): boolean {
  return least <= value && value <= most
}
