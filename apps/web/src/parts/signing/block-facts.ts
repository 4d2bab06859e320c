import { type Assurance, assuranceOf, type NetworkStatus } from '@roundsman/contract/validators'
import type { StreamedBlocks } from '../../data/live/streamed-blocks.ts'
import type { GridLetters } from '../../data/live/live-letters.ts'
import { cellOf } from './block-cells.ts'

const cellWords = {
  s: 'signed',
  p: 'proposed',
  n: 'nil',
  m: 'missed',
  x: 'outside',
  '-': 'unseen',
} as const
export type CellWord = (typeof cellWords)[keyof typeof cellWords]

export interface BlockFacts {
  height: number
  word: CellWord
  /** How it is known; null: nobody says, or nobody saw it. */
  assurance: Assurance | null
  /** ISO 8601; null: not known. */
  at: string | null
  /** The time follows from the pace of the network. */
  about: boolean
}

type Pace = Pick<NetworkStatus, 'height' | 'latest_block_at' | 'block_time_seconds'>

/** What there is to say of a cell of the grid. */
export function blockFacts(
  letters: GridLetters,
  index: number,
  { streamed, status }: { streamed: StreamedBlocks; status: Pace | undefined },
): BlockFacts {
  const height = letters.from + index
  const cell = cellOf(letters, index)
  const known = {
    height,
    word: isCell(cell) ? cellWords[cell] : ('unseen' as const),
    assurance: assuranceOf(letters.assurances[index]),
  }
  const at = streamed.get(height)?.at ?? null
  return at === null
    ? { ...known, at: guessTime(height, status), about: true }
    : { ...known, at, about: false }
}

/** About when a height was, by the pace of the network up to its newest block; null where that is not known. */
export function guessTime(height: number, status: Pace | undefined): string | null {
  if (!status || status.height === null || status.latest_block_at === null) return null
  if (status.block_time_seconds === null) return null
  const ms = (status.height - height) * status.block_time_seconds * 1_000
  return new Date(Date.parse(status.latest_block_at) - ms).toISOString()
}

function isCell(cell: string): cell is keyof typeof cellWords {
  return Object.hasOwn(cellWords, cell)
}
