import { type Assurance, assuranceOf, type NetworkStatus } from '@roundsman/contract/networks/validators'
import type { GridLetters } from '../../data/network/details.ts'
import type { StreamedBlocks } from '../../data/network/streamed-blocks.ts'

const outcomes = {
  s: 'signed',
  p: 'proposed',
  n: 'nil',
  m: 'missed',
  x: 'outside',
  '-': 'unseen',
} as const
export type BlockOutcome = (typeof outcomes)[keyof typeof outcomes]

export interface BlockFacts {
  height: number
  outcome: BlockOutcome
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
    outcome: isCell(cell) ? outcomes[cell] : ('unseen' as const),
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

function isCell(cell: string): cell is keyof typeof outcomes {
  return Object.hasOwn(outcomes, cell)
}

/**
 * The letters as the grid shows them: `x` where the block was seen and the validator was not in its set, `-` where
 * nobody saw the block.
 */
export function cellsOf(known: GridLetters): string {
  return known.letters.replace(/-/g, (_letter, index: number) => cellOf(known, index))
}

/** One of `cellsOf`. */
function cellOf({ letters, assurances }: GridLetters, index: number): string {
  const letter = letters[index] ?? '-'
  return letter === '-' && (assurances[index] ?? '-') !== '-' ? 'x' : letter
}

interface LetterCounts {
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

/** What there is to say of the proofs of all blocks of a grid. */
interface GridProofs {
  /** Blocks of which it is known that they are not proven. */
  unproven: number
  /** No block that was seen is proven, as where the signatures of a chain cannot be checked. */
  none: boolean
  /** A letter for each block: `A` and `S` get the mark of what is not proven; '' where no block gets one. */
  marks: string
}

/** Marks tell some blocks from the others, so where no block is proven there are none. */
export function gridProofs(assurances: string): GridProofs {
  let unproven = 0
  let seen = 0
  for (const letter of assurances) {
    if (isUnproven(letter)) unproven += 1
    if (letter !== '-') seen += 1
  }
  const none = unproven > 0 && unproven === seen
  return { unproven, none, marks: unproven > 0 && !none ? assurances : '' }
}

export function isUnproven(letter: string | undefined): boolean {
  return letter === 'A' || letter === 'S'
}
