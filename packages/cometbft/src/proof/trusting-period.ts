import type { Trusted } from './trusted.ts'

/** While the chain's own unbonding time is not known: no longer than that of any chain we know of. */
const shortestUnbondingMs = 24 * 3_600_000

/**
 * Two thirds of the unbonding time, counted from the block's own time. Older, and validators who have taken their
 * stake away could sign another past at no cost. `now` is Unix ms.
 */
export function isExpired({ unbondingMs, timeNs }: Trusted, now: number): boolean {
  const trustingMs = ((unbondingMs ?? shortestUnbondingMs) * 2) / 3
  return now - Number(timeNs / 1_000_000n) > trustingMs
}
