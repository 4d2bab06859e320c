import { assuranceLetter } from '@roundsman/contract/validators'
import type { LiveBlock } from '@roundsman/contract/live'
import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import type { StreamedBlocks } from './streamed-blocks.ts'

/** Letters of neighbouring heights, oldest first. */
export interface GridLetters {
  from: number
  letters: string
  /** How each of the blocks is known, a letter each: `AssuranceLetter`. */
  assurances: string
}

/** The letters of an answer, moved on by the blocks that the stream brought since, as far as none of them is left out. */
export function lettersNow(
  { id, signatures }: Pick<ValidatorDetails, 'id' | 'signatures'>,
  streamed: StreamedBlocks,
  blocks: number,
): GridLetters | null {
  if (signatures.from_height === null) return null
  let { letters, assurances } = signatures
  let height = signatures.from_height + letters.length
  for (let block = streamed.get(height); block; block = streamed.get(height)) {
    letters += letterIn(block, id)
    assurances += assuranceLetter(block.assurance ?? null)
    height += 1
  }
  const shown = letters.slice(-blocks)
  return { from: height - shown.length, letters: shown, assurances: assurances.slice(-blocks) }
}

/** The stream has brought a block above the letters, but not of the next one. */
export function lacksBlocks({ from, letters }: GridLetters, streamed: StreamedBlocks): boolean {
  const newest = [...streamed.keys()].at(-1)
  return newest !== undefined && newest >= from + letters.length
}

function letterIn({ m, n, p, none }: LiveBlock, id: number): string {
  if (m.includes(id)) return 'm'
  if (p.includes(id)) return 'p'
  if (n.includes(id)) return 'n'
  return none.includes(id) ? '-' : 's'
}
