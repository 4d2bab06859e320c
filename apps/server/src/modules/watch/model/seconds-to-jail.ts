import { leaves, type SigningRead, type WindowHistory, type WindowNow } from './signing-window.ts'

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
