import type { BlockLetter } from '@roundsman/cometbft/domain'

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
  for (const [slot, letter] of entries) {
    const at = slot >> 1
    packed[at] = (packed[at] ?? 0) | (codes[letter] << ((slot & 1) * 4))
  }
  return packed
}

/** The code of one slot in a packed block. */
export function codeAt(packed: Uint8Array, slot: number): number {
  return ((packed[slot >> 1] ?? 0) >> ((slot & 1) * 4)) & 0b1111
}

/** How many slots a packed block can hold; the last one may be empty. */
export function slotsIn(packed: Uint8Array): number {
  return packed.length * 2
}
