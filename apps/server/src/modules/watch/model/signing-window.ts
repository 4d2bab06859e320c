import { type LetterRing, missedCode, notInSet } from './letter-ring.ts'

/** A signing info with the height it was read at: it counts the letters of all heights below that one. */
export interface SigningRead {
  height: number
  startHeight: number
  indexOffset: number
  missed: number
}

/**
 * The bits of x/slashing's ring at the read, as far as they are known to agree with the chain's own counter. Places
 * count the blocks in which the validator was in the set, 0 the oldest one of the window.
 */
export interface WindowHistory {
  length: number
  missedAt: ReadonlySet<number>
}

/** Where the counters stand after the newest letter. */
export interface WindowNow {
  missed: number
  indexOffset: number
  /** Letters that have been counted since the read: true for missed. */
  since: readonly boolean[]
}

/**
 * Finds the bits that the counter of a read is made of; null when the letters at hand do not add up to it, for then
 * nobody knows which blocks will leave the window next. Where the known misses are all the misses, what is older is
 * known to be signed.
 */
export function historyOf(
  read: SigningRead,
  ring: LetterRing,
  slot: number,
  window: number,
): WindowHistory | null {
  const length = Math.min(read.indexOffset, window)
  const missedAt = new Set<number>()
  let place = length - 1
  for (let height = read.height - 1; place >= 0 && missedAt.size < read.missed; height--) {
    const code = ring.code(slot, height)
    if (code === null) return null
    if (code === notInSet) continue
    if (code === missedCode) missedAt.add(place)
    place--
  }
  return missedAt.size === read.missed ? { length, missedAt } : null
}

/** Letters from the height of the read on up to `to`: true for missed. Null when one of them is not known. */
export function lettersSince(
  read: SigningRead,
  ring: LetterRing,
  slot: number,
  to: number,
): boolean[] | null {
  const since: boolean[] = []
  for (let height = read.height; height <= to; height++) {
    const code = ring.code(slot, height)
    if (code === null) return null
    if (code !== notInSet) since.push(code === missedCode)
  }
  return since
}

/** Moves the counters of a read on to the newest letter, exactly as x/slashing does it. */
export function advance(
  read: SigningRead,
  history: WindowHistory,
  since: readonly boolean[],
  window: number,
): WindowNow {
  let missed = read.missed
  for (const [step, isMissed] of since.entries()) {
    missed += Number(isMissed) - Number(leaves(read, history, since, window, step))
  }
  return { missed, indexOffset: read.indexOffset + since.length, since }
}

/** Whether the bit that the `step`th letter after the read pushes out of the window was a missed one. */
export function leaves(
  read: SigningRead,
  history: WindowHistory,
  since: readonly boolean[],
  window: number,
  step: number,
): boolean {
  if (read.indexOffset + step < window) return false
  const place = history.length + step - window
  // Beyond what has been seen the question is put for blocks that are all missed (seconds to jail).
  return place < history.length ? history.missedAt.has(place) : (since[place - history.length] ?? true)
}
