/** Looks that one endpoint may cause, whatever it announces: as many as a late block causes without hints. */
export interface LookBudget {
  /** `now`: monotonic ms; `blockMs`: usual time between blocks. False: not now. */
  take(now: number, blockMs: number | null): boolean
}

/** At once, for blocks that come close together. */
const mostAtOnce = 5
/** Four in a block's time, and never more than ten a second. */
const looksPerBlock = 4
const shortestRefillMs = 100
/** While nobody knows how fast blocks come. */
const unknownRefillMs = 500

export function createLookBudget(): LookBudget {
  let left = mostAtOnce
  let countedAt = Number.NEGATIVE_INFINITY

  return {
    take(now, blockMs) {
      const refillMs =
        blockMs === null ? unknownRefillMs : Math.max(shortestRefillMs, blockMs / looksPerBlock)
      left = Math.min(mostAtOnce, left + (now - countedAt) / refillMs)
      countedAt = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
