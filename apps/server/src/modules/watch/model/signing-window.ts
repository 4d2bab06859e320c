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
interface WindowNow {
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
function leaves(
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

const one = 10n ** 18n

/**
 * The most blocks of a window that may be missed without being jailed: window - round(minSigned * window), in the
 * arithmetic of x/slashing (18 decimals, half rounds to even). Source: cosmos-sdk x/slashing/keeper/infractions.go.
 */
export function maxMissed(window: number, minSignedPerWindow: string): number {
  const product = scaled(minSignedPerWindow) * BigInt(window)
  const floor = product / one
  const rest = (product % one) * 2n
  const up = rest > one || (rest === one && floor % 2n === 1n)
  return window - Number(floor + (up ? 1n : 0n))
}

/** A decimal fraction such as "0.500000000000000000" times 10^18; digits beyond the 18th do not exist. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole) * one + BigInt(fraction.padEnd(18, '0').slice(0, 18))
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

export interface JailQuestion {
  read: SigningRead
  /** null: not known which blocks leave the window; then none of them is taken to be a missed one. */
  history: WindowHistory | null
  now: Pick<WindowNow, 'missed' | 'since'>
  window: number
  maxMissed: number
  /** Newest height whose letter is counted. */
  height: number
  /** Median seconds between the last 100 blocks. */
  blockSeconds: number
}

/**
 * Seconds until x/slashing jails if every block from now on is missed; null when it never would (a minimum of 0).
 * It jails once more than `maxMissed` blocks of the window are missed, and never at or before the validator's start
 * height plus the window. Without the history the answer is the soonest that is possible.
 */
export function secondsToJail(question: JailQuestion): number | null {
  const blocks = blocksUntilLimit(question)
  if (blocks === null) return null
  // The letter of a height is judged in the next block, and only above start + window.
  const earliest = question.read.startHeight + question.window - question.height
  return Math.max(blocks, earliest, 0) * question.blockSeconds
}

function blocksUntilLimit({ read, history, now, window, maxMissed }: JailQuestion): number | null {
  if (history === null) return maxMissed < window ? Math.max(0, maxMissed + 1 - now.missed) : null
  let missed = now.missed
  for (let blocks = 0; blocks <= window; blocks++) {
    if (missed > maxMissed) return blocks
    if (!leaves(read, history, now.since, window, now.since.length + blocks)) missed++
  }
  return null
}
