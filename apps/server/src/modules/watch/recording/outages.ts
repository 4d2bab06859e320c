import { type Assurance, assurances } from '@roundsman/contract/networks/validators'
import { missingBlocks, quietBlocks } from '@roundsman/contract/networks/validator-state'
import { codeAt, type LetterRing, missedCode, notInSet, slotsWithMissed } from '../model/letter-ring.ts'
import type { OpenOutage } from '../model/watch.schema.ts'
import type { WatchEvent } from './events-between.ts'

/** A block by whose letters outages go on. */
interface OutageBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
  /** As `packLetters` makes them. */
  letters: Uint8Array
  assurance: Assurance | null
  host: string | null
}

/** Outages under way after some blocks, and what is reported of those that ended. */
export interface Outages {
  open: readonly OpenOutage[]
  ended: WatchEvent[]
}

type Ring = Pick<LetterRing, 'newest' | 'code' | 'time' | 'assurance'>

/**
 * Carries outages on by blocks (W160–W164). Pure: `ring` has the letters before these blocks, and is not changed. Where
 * nothing of an outage changes, `open` is the array that was given.
 * @param open those under way before the blocks
 * @param blocks oldest first, all above the ring's newest
 * @param now when this is found out, Unix ms
 */
export function outagesAfter(
  open: readonly OpenOutage[],
  blocks: readonly OutageBlock[],
  ring: Ring,
  now: number,
): Outages {
  const running = new Map(open.map((outage) => [outage.slot, outage]))
  const ended: WatchEvent[] = []
  const read = reading(blocks, ring)
  let isChanged = false
  let newest = ring.newest()

  const end = (outage: OpenOutage, block: OutageBlock, atLeast: boolean) => {
    running.delete(outage.slot)
    ended.push(eventOf({ ...outage, atLeast }, block.host, now))
    isChanged = true
  }
  const put = (outage: OpenOutage) => {
    running.set(outage.slot, outage)
    isChanged = true
  }

  for (const block of blocks) {
    const { height } = block
    const hasUnread = newest === null || height > newest + 1
    for (const outage of running.values()) {
      const quiet = height - 1 - outage.last
      if (hasUnread && quiet >= quietBlocks) {
        end(outage, block, true)
        continue
      }
      const code = codeAt(block.letters, outage.slot)
      const atLeast = outage.atLeast || hasUnread
      if (code === missedCode) put(withMissed(outage, block, atLeast))
      else if (code === notInSet || quiet + 1 >= quietBlocks) end(outage, block, atLeast)
      else if (atLeast !== outage.atLeast) put({ ...outage, atLeast })
    }
    for (const slot of slotsWithMissed(block.letters)) {
      if (running.has(slot)) continue
      const begun = begunAt(slot, height, read)
      if (begun) put(begun)
    }
    newest = height
  }
  return { open: isChanged ? [...running.values()] : open, ended }
}

function withMissed(outage: OpenOutage, block: OutageBlock, atLeast: boolean): OpenOutage {
  const { height: last, at: lastAt } = block
  const assurance = weaker(outage.assurance, block.assurance)
  return { ...outage, last, lastAt, missed: outage.missed + 1, atLeast, assurance }
}

/** What is known of heights: of these blocks, and below them of the ring. */
function reading(blocks: readonly OutageBlock[], ring: Ring) {
  const byHeight = new Map(blocks.map((block) => [block.height, block]))
  return {
    isRead: (height: number) => byHeight.has(height) || ring.time(height) !== null,
    at: (height: number) => byHeight.get(height)?.at ?? ring.time(height),
    assurance(height: number) {
      const block = byHeight.get(height)
      return block ? block.assurance : ring.assurance(height)
    },
    isMissed(slot: number, height: number) {
      const block = byHeight.get(height)
      return (block ? codeAt(block.letters, slot) : ring.code(slot, height)) === missedCode
    },
  }
}

/** An outage that so many blocks missed in a row up to `height` begin; null: too few are known. */
function begunAt(slot: number, height: number, read: ReturnType<typeof reading>): OpenOutage | null {
  let first = height
  while (read.isMissed(slot, first - 1)) first -= 1
  const missed = height - first + 1
  const [firstAt, lastAt] = [read.at(first), read.at(height)]
  if (missed < missingBlocks || firstAt === null || lastAt === null) return null
  const heights = Array.from({ length: missed }, (_unused, index) => first + index)
  return {
    slot,
    first,
    firstAt,
    last: height,
    lastAt,
    missed,
    atLeast: !knowsBefore(first, read),
    assurance: heights.map(read.assurance).reduce(weaker),
  }
}

/** Whether nothing that nobody read lies so near below a height that an outage may have gone on from there. */
function knowsBefore(first: number, { isRead }: ReturnType<typeof reading>): boolean {
  const lowest = Math.max(1, first - quietBlocks)
  for (let height = first - 1; height >= lowest; height--) if (!isRead(height)) return false
  return true
}

/** How both are known is how the weaker one is; null: nobody wrote it down. */
function weaker(a: Assurance | null, b: Assurance | null): Assurance | null {
  if (a === null || b === null) return null
  return assurances.indexOf(a) > assurances.indexOf(b) ? a : b
}

function eventOf(outage: OpenOutage, host: string | null, at: number): WatchEvent {
  const { slot, first, firstAt, last, lastAt, missed, atLeast, assurance } = outage
  return {
    slot,
    height: last,
    at,
    kind: 'outage',
    before: String(first),
    after: String(last),
    chainAt: lastAt,
    assurance,
    host,
    missed,
    since: firstAt,
    atLeast,
  }
}
