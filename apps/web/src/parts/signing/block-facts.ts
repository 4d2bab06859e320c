import type { NetworkStatus } from '@roundsman/contract/validators'
import type { StreamedBlocks } from '../../data/live/streamed-blocks.ts'
import type { GridLetters } from '../../data/live/live-letters.ts'

export const letterWords = { s: 'signed', p: 'proposed', n: 'nil', m: 'missed', '-': 'unseen' } as const
export type LetterWord = (typeof letterWords)[keyof typeof letterWords]

export interface BlockFacts {
  height: number
  word: LetterWord
  /** ISO 8601; null: not known. */
  at: string | null
  /** The time follows from the pace of the network. */
  about: boolean
}

type Pace = Pick<NetworkStatus, 'height' | 'latest_block_at' | 'block_time_seconds'>

/** What there is to say of a cell of the grid. */
export function blockFacts(
  { from, letters }: GridLetters,
  index: number,
  { streamed, status }: { streamed: StreamedBlocks; status: Pace | undefined },
): BlockFacts {
  const height = from + index
  const letter = letters[index] ?? '-'
  const word = isLetter(letter) ? letterWords[letter] : 'unseen'
  const at = streamed.get(height)?.at ?? null
  return at === null
    ? { height, word, at: guessTime(height, status), about: true }
    : { height, word, at, about: false }
}

/** About when a height was, by the pace of the network up to its newest block; null where that is not known. */
export function guessTime(height: number, status: Pace | undefined): string | null {
  if (!status || status.height === null || status.latest_block_at === null) return null
  if (status.block_time_seconds === null) return null
  const ms = (status.height - height) * status.block_time_seconds * 1_000
  return new Date(Date.parse(status.latest_block_at) - ms).toISOString()
}

function isLetter(letter: string): letter is keyof typeof letterWords {
  return Object.hasOwn(letterWords, letter)
}

export interface LetterCounts {
  signed: number
  missed: number
  unseen: number
  /** Blocks that somebody saw and in whose set it was. */
  known: number
  /** Missed blocks at the end, in a row. */
  missedNow: number
}

export function countLetters(letters: string): LetterCounts {
  let missed = 0
  let unseen = 0
  for (const letter of letters) {
    if (letter === 'm') missed += 1
    else if (letter === '-') unseen += 1
  }
  const known = letters.length - unseen
  return { signed: known - missed, missed, unseen, known, missedNow: /m*$/.exec(letters)?.[0].length ?? 0 }
}
