import type { LiveBlock } from './live.ts'
import { shownLetters, type Validator } from './validators.ts'

/** What the blocks of the stream tell of a row. */
export type Strip = Pick<Validator, 'id' | 'recent_signatures' | 'updated_at'>

/**
 * How blocks, oldest first, move a row's strip on. The page applies it; the server applies it to what the page has,
 * and sends the strips that it does not get right (a gap, a validator that left the set).
 */
export function afterBlocks(blocks: readonly LiveBlock[]): <R extends Strip>(row: R) => R {
  const letters = blocks.map((block) => ({ at: block.at, exceptions: exceptionsOf(block) }))
  if (letters.length === 0) return (row) => row
  return (row) => {
    let strip = row.recent_signatures
    let updatedAt = row.updated_at
    for (const { at, exceptions } of letters) {
      const letter = exceptions.get(row.id) ?? 's'
      strip += letter
      if (letter !== '-' && at > updatedAt) updatedAt = at
    }
    return { ...row, recent_signatures: strip.slice(-shownLetters), updated_at: updatedAt }
  }
}

function exceptionsOf({ m, n, p, none }: LiveBlock): ReadonlyMap<number, string> {
  const exceptions = new Map<number, string>()
  for (const [letter, ids] of Object.entries({ m, n, p, '-': none }))
    for (const id of ids) exceptions.set(id, letter)
  return exceptions
}
