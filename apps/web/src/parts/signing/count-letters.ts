export interface LetterCounts {
  signed: number
  missed: number
  /** Blocks in whose set it was not. */
  outside: number
  /** What nobody saw; of letters whose `-` are not told apart, also what it was not in the set of. */
  unseen: number
  /** Blocks that somebody saw and in whose set it was. */
  known: number
  /** Missed blocks at the end, in a row. */
  missedNow: number
}

/** Counts letters, or the cells that they are shown as (block-cells.ts). */
export function countLetters(letters: string): LetterCounts {
  let missed = 0
  let outside = 0
  let unseen = 0
  for (const letter of letters) {
    if (letter === 'm') missed += 1
    else if (letter === 'x') outside += 1
    else if (letter === '-') unseen += 1
  }
  const known = letters.length - outside - unseen
  const missedNow = /m*$/.exec(letters)?.[0].length ?? 0
  return { signed: known - missed, missed, outside, unseen, known, missedNow }
}
