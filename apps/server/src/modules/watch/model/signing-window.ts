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

/** Letters from the height of a read on, and what they make of its counter, kept so that each letter is counted once. */
export interface LettersSince {
  /** Up to this height. */
  to: number
  /** True for missed, null where one is not known. Only ever added to. */
  letters: (boolean | null)[]
  isKnown: boolean
  /** The misses of the window after the first `steps` of them. */
  counted: { steps: number; missed: number }
}

/** Before the first letter since a read. */
export function noLettersSince(read: SigningRead): LettersSince {
  return { to: read.height - 1, letters: [], isKnown: true, counted: { steps: 0, missed: read.missed } }
}

/** Adds the letters above those that are there, up to a height. */
export function addLetters(since: LettersSince, ring: LetterRing, slot: number, to: number): void {
  for (let height = since.to + 1; height <= to; height++) {
    const code = ring.code(slot, height)
    if (code === notInSet) continue
    since.letters.push(code === null ? null : code === missedCode)
    since.isKnown &&= code !== null
  }
  since.to = Math.max(since.to, to)
}

/**
 * Moves the counters of a read on to the newest letter, exactly as x/slashing does it; null where it is not known which
 * letters came, or which of them leave the window. `bits` of one read are the same ones each time.
 */
export function advance(
  read: SigningRead,
  bits: WindowBits,
  { letters, isKnown, counted }: LettersSince,
  window: number,
): WindowNow | null {
  if (bits.knownFrom > 0 || !isKnown) return null
  const question = { bits, since: letters, window }
  for (; counted.steps < letters.length; counted.steps++)
    counted.missed +=
      Number(letters[counted.steps]) - Number(isMissLeaving(question, counted.steps, 'soonest'))
  return { missed: counted.missed, indexOffset: read.indexOffset + letters.length }
}

/**
 * Share of the window that was signed, by the chain's own counters, and of how many blocks that is: of all that were counted,
 * at most a window. Null where that says nothing: no block counted yet, jailed (the counters stand at zero), or outside
 * the active set.
 */
export function uptimeOf(counters: {
  missed: number
  indexOffset: number
  window: number
  jailed: boolean | null
  inSet: boolean
}): { share: number; counted: number } | null {
  const counted = Math.min(counters.window, counters.indexOffset)
  if (counted <= 0 || counters.jailed === true || !counters.inSet) return null
  return { share: Math.min(1, Math.max(0, 1 - counters.missed / counted)), counted }
}
