import { codeAt, letterOf, missedCode, notInSet, slotsIn } from './letters.ts'

/** Heights that are kept, here and in the database. */
export const keptHeights = 10_000

export interface LetterRing {
  /** Newest height that was put; null while empty. */
  newest(): number | null
  /** Puts a block. Heights rise; what falls out of the ring is forgotten, what is left out stays unknown. */
  put(height: number, packed: Uint8Array): void
  /** Code of a slot at a height; null where the height is not known. */
  code(slot: number, height: number): number | null
  /** The last `count` letters up to the newest height, oldest first; '-' for what is not known. */
  recent(slot: number, count: number): string
  /** Missed blocks in a row up to the newest height; null when the slot is not in the newest block's set. */
  consecutiveMissed(slot: number): number | null
}

/** Letters of the last heights by slot. Costs one byte for each slot and height. */
export function createLetterRing(capacity = keptHeights): LetterRing {
  const columns: Uint8Array[] = []
  /** Height that each place holds; 0: none. */
  const heights = new Float64Array(capacity)
  let newest: number | null = null

  function columnOf(slot: number): Uint8Array {
    for (let next = columns.length; next <= slot; next++) columns.push(new Uint8Array(capacity))
    return columns[slot] ?? new Uint8Array(capacity)
  }

  function code(slot: number, height: number): number | null {
    const place = height % capacity
    if (height < 1 || heights[place] !== height) return null
    return columns[slot]?.[place] ?? notInSet
  }

  return {
    newest: () => newest,
    put(height, packed) {
      if (newest !== null && height <= newest) return
      const place = height % capacity
      heights[place] = height
      for (let slot = Math.max(slotsIn(packed), columns.length) - 1; slot >= 0; slot--) {
        const value = codeAt(packed, slot)
        if (value !== notInSet || slot < columns.length) columnOf(slot)[place] = value
      }
      newest = height
    },
    code,
    recent(slot, count) {
      let letters = ''
      for (let back = count - 1; back >= 0; back--) {
        letters += newest === null ? '-' : letterOf(code(slot, newest - back) ?? notInSet)
      }
      return letters
    },
    consecutiveMissed(slot) {
      if (newest === null || (code(slot, newest) ?? notInSet) === notInSet) return null
      let missed = 0
      while (code(slot, newest - missed) === missedCode) missed++
      return missed
    },
  }
}
