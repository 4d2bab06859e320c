import type { LiveBlock } from '@roundsman/contract/live'
import { codeAt, letterOf } from './model/letter-ring.ts'
import type { NumberedBlock } from './model.store.ts'

/** The blocks that one committed batch brought, oldest first. */
export interface BatchBlocks {
  seq: number
  blocks: readonly LiveBlock[]
}

/** What the newest batches brought, for those who follow a network batch by batch. */
export interface RecentBatches {
  /** `blocks` are in order; `shown` has the slot of every validator that is in the list. */
  add(blocks: readonly NumberedBlock[], shown: ReadonlyMap<number, number>): void
  /** Every batch after `seq` that brought blocks, oldest first; what is too long ago is left out. */
  after(seq: number): readonly BatchBlocks[]
  clear(): void
}

/** Blocks that are kept: a strip has 60, and a stream comes by every second. */
const keptBlocks = 300

export function createRecentBatches(): RecentBatches {
  let kept: { seq: number; block: LiveBlock }[] = []
  return {
    add(blocks, shown) {
      const made = blocks
        .slice(-keptBlocks)
        .map((block) => ({ seq: block.seq, block: liveBlock(block, shown) }))
      kept = [...kept, ...made].slice(-keptBlocks)
    },
    after(seq) {
      const found = new Map<number, LiveBlock[]>()
      for (const { seq: number, block } of kept)
        if (number > seq) found.set(number, [...(found.get(number) ?? []), block])
      return [...found].map(([number, blocks]) => ({ seq: number, blocks }))
    },
    clear() {
      kept = []
    },
  }
}

function liveBlock(
  { height, at, letters, assurance }: NumberedBlock,
  shown: ReadonlyMap<number, number>,
): LiveBlock {
  const known = assurance === null ? {} : { assurance }
  const time = new Date(at).toISOString()
  const block: LiveBlock = { height, at: time, ...known, m: [], n: [], p: [], none: [] }
  for (const [slot, id] of shown) {
    const letter = letterOf(codeAt(letters, slot))
    if (letter === '-') block.none.push(id)
    else if (letter === 'm' || letter === 'n' || letter === 'p') block[letter].push(id)
  }
  return block
}
