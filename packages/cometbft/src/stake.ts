import type { StakingValidator } from './domain.ts'

/** What makes the worth of a share: delegations move both alike, a slash takes tokens and leaves shares. */
type Stake = Pick<StakingValidator, 'tokens' | 'delegatorShares'>

/** Smaller losses are roundings of delegations that came and went. */
const leastSlash = { numerator: 1n, denominator: 1_000_000n }

/**
 * What all shares of `now` were worth in tokens before, where each of them is worth less now: a slash. Null where they
 * are worth as much, or where it cannot be known.
 */
export function worthBeforeSlash(before: Stake, now: Stake): bigint | null {
  if (before.delegatorShares === 0n || now.delegatorShares === 0n) return null
  const worth = (before.tokens * now.delegatorShares) / before.delegatorShares
  const lost = worth - now.tokens
  return lost <= 0n || lost * leastSlash.denominator < worth * leastSlash.numerator ? null : worth
}

/** A stake is reported when it is this share of what was reported last away from it: small delegations are no news. */
const reportedShare = { numerator: 1n, denominator: 100n }

/** Whether a stake is so far from what was told of it last that it is told again. */
export function isStakeNews(told: bigint, now: bigint): boolean {
  if (told === now) return false
  const difference = told > now ? told - now : now - told
  return difference * reportedShare.denominator >= told * reportedShare.numerator
}
