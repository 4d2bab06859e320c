import { isMissLeaving, type WindowBits } from '@roundsman/contract/networks/time-to-jail'
import { type LetterRing, missedCode, notInSet } from './letter-ring.ts'

/** A signing info with the height it was read at: it counts the letters of all heights below that one. */
export interface SigningRead {
  height: number
  startHeight: number
  indexOffset: number
  missed: number
}

/** Where the counters stand after the newest letter. */
interface WindowNow {
  missed: number
  indexOffset: number
}

/**
 * Finds the bits that the counter of a read is made of, as far back as the letters at hand say. Where the known misses
 * are all the misses, what is older is known to be signed. Letters that contradict the counter say nothing.
 */
export function bitsOf(read: SigningRead, ring: LetterRing, slot: number, window: number): WindowBits {
  const length = Math.min(read.indexOffset, window)
  const missedAt = new Set<number>()
  let knownFrom = length
  for (let height = read.height - 1; knownFrom > 0 && missedAt.size < read.missed; height--) {
    const code = ring.code(slot, height)
    if (code === null) break
    if (code === notInSet) continue
    knownFrom--
    if (code === missedCode) missedAt.add(knownFrom)
  }
  const unknown = read.missed - missedAt.size
  if (unknown > knownFrom) return { length, knownFrom: length, missedAt: new Set(), missed: read.missed }
  return { length, knownFrom: unknown === 0 ? 0 : knownFrom, missedAt, missed: read.missed }
}

/** Letters from the height of the read on up to `to`: true for missed, null where one is not known. */
export function lettersSince(
  read: SigningRead,
  ring: LetterRing,
  slot: number,
  to: number,
): (boolean | null)[] {
  const since: (boolean | null)[] = []
  for (let height = read.height; height <= to; height++) {
    const code = ring.code(slot, height)
    if (code !== notInSet) since.push(code === null ? null : code === missedCode)
  }
  return since
}

/**
 * Moves the counters of a read on to the newest letter, exactly as x/slashing does it; null where it is not known which
 * letters came, or which of them leave the window.
 */
export function advance(
  read: SigningRead,
  bits: WindowBits,
  since: readonly (boolean | null)[],
  window: number,
): WindowNow | null {
  if (bits.knownFrom > 0 || since.includes(null)) return null
  let missed = read.missed
  for (const [step, isMissed] of since.entries())
    missed += Number(isMissed) - Number(isMissLeaving({ bits, since, window }, step, 'soonest'))
  return { missed, indexOffset: read.indexOffset + since.length }
}

/**
 * Share of the window that was signed, by the chain's own counters: 1 - missed / min(window, index offset). Null
 * where that says nothing: no block counted yet, jailed (the counters stand at zero), or outside the active set.
 */
export function uptimeOf(counters: {
  missed: number
  indexOffset: number
  window: number
  jailed: boolean | null
  inSet: boolean
}): number | null {
  const counted = Math.min(counters.window, counters.indexOffset)
  if (counted <= 0 || counters.jailed === true || !counters.inSet) return null
  return Math.min(1, Math.max(0, 1 - counters.missed / counted))
}
