import type { BlockLetter } from '@roundsman/cometbft/domain'
import { blockTimeOf, measuredBlocks } from '@roundsman/contract/networks/block-time'
import {
  type Assurance,
  type AssuranceLetter,
  assuranceLetter,
  assuranceOf,
} from '@roundsman/contract/networks/validators'

/** Heights that are kept, here and in the database. */
export const keptHeights = 10_000

export interface LetterRing {
  /** Newest height that was put; null while empty. */
  newest(): number | null
  /** Lowest height that was ever put; null while empty. What is more than `keptHeights` old is forgotten all the same. */
  first(): number | null
  /** Puts a block. Heights rise; what falls out of the ring is forgotten, what is left out stays unknown. */
  put(height: number, packed: Uint8Array, at: number, assurance?: Assurance | null): void
  /** Code of a slot at a height; null where the height is not known. */
  code(slot: number, height: number): number | null
  /** Header time of a height, Unix ms; null where the height is not known. */
  time(height: number): number | null
  /** How a height is known; null where nobody saw it, or wrote it down. */
  assurance(height: number): Assurance | null
  /** The height with exactly this header time, Unix ms; null where there is none that is known. */
  heightAt(time: number): number | null
  /** The last `count` letters up to the newest height, oldest first; '-' for what is not known. */
  recent(slot: number, count: number): string
  /**
   * How the last `count` heights are known, oldest first, as `AssuranceLetter`; '-' for what is not known. The same for
   * all slots, so it is put together once for each newest height.
   */
  assurances(count: number): string
  /** Missed blocks in a row up to a height; null when the slot is not in that block's set. */
  consecutiveMissed(slot: number, height: number): number | null
  /**
   * Whether the block before those missed in a row up to a height is known. Where it is not, because nobody watched
   * then or the ring has forgotten it, there may be more of them.
   */
  knowsRunStart(slot: number, height: number): boolean
}

/** Letters of the last heights by slot. Costs half a byte for each height and each slot that was ever in a set. */
export function createLetterRing(capacity = keptHeights): LetterRing {
  /** Of slots that were ever in a set. */
  const columns: (Uint8Array | undefined)[] = []
  /** Height that each place holds; 0: none. */
  const heights = new Float64Array(capacity)
  const times = new Float64Array(capacity)
  const assurances: AssuranceLetter[] = Array.from({ length: capacity }, () => '-')
  let assured: { newest: number; letters: string } | null = null
  let newest: number | null = null
  let first: number | null = null

  function columnOf(slot: number, isInSet: boolean): Uint8Array | undefined {
    const column = columns[slot]
    if (column !== undefined || !isInSet) return column
    const added = new Uint8Array(Math.ceil(capacity / 2))
    columns[slot] = added
    return added
  }

  const knows = (height: number) => height >= 1 && heights[height % capacity] === height

  function code(slot: number, height: number): number | null {
    if (!knows(height)) return null
    const column = columns[slot]
    return column === undefined ? notInSet : codeAt(column, height % capacity)
  }

  function assurancesUpTo(height: number): string {
    let letters = ''
    for (let at = height - capacity + 1; at <= height; at++)
      letters += knows(at) ? (assurances[at % capacity] ?? '-') : '-'
    return letters
  }

  function missedUpTo(slot: number, height: number): number {
    let missed = 0
    while (code(slot, height - missed) === missedCode) missed++
    return missed
  }

  return {
    newest: () => newest,
    first: () => first,
    put(height, packed, at, assurance = null) {
      if (newest !== null && height <= newest) return
      const place = height % capacity
      heights[place] = height
      times[place] = at
      assurances[place] = assuranceLetter(assurance)
      for (let slot = Math.max(slotsIn(packed), columns.length) - 1; slot >= 0; slot--) {
        const value = codeAt(packed, slot)
        const column = columnOf(slot, value !== notInSet)
        if (column !== undefined) putCode(column, place, value)
      }
      newest = height
      first ??= height
    },
    code,
    time: (height) => (knows(height) ? (times[height % capacity] ?? null) : null),
    assurance: (height) => (knows(height) ? assuranceOf(assurances[height % capacity]) : null),
    heightAt(time) {
      const place = times.indexOf(time)
      return place < 0 ? null : (heights[place] ?? null)
    },
    recent(slot, count) {
      if (newest === null) return '-'.repeat(count)
      const characters: number[] = []
      for (let at = newest - count + 1; at <= newest; at++)
        characters.push(shown.charCodeAt(code(slot, at) ?? notInSet))
      return String.fromCharCode(...characters)
    },
    assurances(count) {
      if (newest === null) return '-'.repeat(count)
      if (assured?.newest !== newest) assured = { newest, letters: assurancesUpTo(newest) }
      return assured.letters.slice(-count).padStart(count, '-')
    },
    consecutiveMissed(slot, height) {
      if ((code(slot, height) ?? notInSet) === notInSet) return null
      return missedUpTo(slot, height)
    },
    knowsRunStart(slot, height) {
      const before = height - missedUpTo(slot, height)
      // There is nothing before the first block of a chain.
      return before < 1 || knows(before)
    },
  }
}

/** Code of a place that is not in the set of a height. */
export const notInSet = 0

const codes: Readonly<Record<BlockLetter, number>> = { s: 1, n: 2, m: 3, p: 4 }
const shown = '-snmp'

/** Code of a missed block, for those who count without letters. */
export const missedCode = codes.m

/** The letter of a code; what is not known reads like what is not in the set. */
export function letterOf(code: number): string {
  return shown[code] ?? '-'
}

/** The letter of a code as the chain's reader names it; null outside the set and where the height is not known. */
export function blockLetterOf(code: number | null): BlockLetter | null {
  const letter = shown[code ?? notInSet]
  return letter === 's' || letter === 'n' || letter === 'm' || letter === 'p' ? letter : null
}

/** Packs the letters of one block by slot, two to a byte, low half first; zeros at the end are cut. */
export function packLetters(letters: Iterable<readonly [slot: number, letter: BlockLetter]>): Uint8Array {
  const entries = [...letters]
  const length = entries.reduce((most, [slot]) => Math.max(most, (slot >> 1) + 1), 0)
  const packed = new Uint8Array(length)
  for (const [slot, letter] of entries) putCode(packed, slot, codes[letter])
  return packed
}

/** The code at one place of what is packed, two to a byte: a slot of a block, or a place of a ring's column. */
export function codeAt(packed: Uint8Array, place: number): number {
  return ((packed[place >> 1] ?? 0) >> ((place & 1) * 4)) & 0b1111
}

function putCode(packed: Uint8Array, place: number, code: number): void {
  const shift = (place & 1) * 4
  const both = packed[place >> 1] ?? 0
  packed[place >> 1] = (both & ~(0b1111 << shift)) | (code << shift)
}

/** The slots that missed a packed block. A whole byte is looked at first: most of them have none. */
export function slotsWithMissed(packed: Uint8Array): number[] {
  const slots: number[] = []
  for (let index = 0; index < packed.length; index++) {
    const both = packed[index] ?? 0
    if ((both & 0b1111) === missedCode) slots.push(2 * index)
    if (both >> 4 === missedCode) slots.push(2 * index + 1)
  }
  return slots
}

/** How many slots a packed block can hold; the last one may be empty. */
function slotsIn(packed: Uint8Array): number {
  return packed.length * 2
}

/** Seconds between the blocks up to `height` (W36), of the last thousand heights those that are known. */
export function blockSeconds(ring: Pick<LetterRing, 'time'>, height: number): number | null {
  const [heights, times]: [number[], number[]] = [[], []]
  for (let at = Math.max(1, height - measuredBlocks + 1); at <= height; at++) {
    const time = ring.time(at)
    if (time === null) continue
    heights.push(at)
    times.push(time)
  }
  return blockTimeOf(heights, times)
}
