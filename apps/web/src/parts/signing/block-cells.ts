import type { GridLetters } from '../../data/live/live-letters.ts'

/**
 * The letters as the grid shows them: `x` where the block was seen and the validator was not in its set, `-` where
 * nobody saw the block.
 */
export function cellsOf(known: GridLetters): string {
  return known.letters.replace(/-/g, (_letter, index: number) => cellOf(known, index))
}

/** One of `cellsOf`. */
export function cellOf({ letters, assurances }: GridLetters, index: number): string {
  const letter = letters[index] ?? '-'
  return letter === '-' && (assurances[index] ?? '-') !== '-' ? 'x' : letter
}
