import type { StakingValidator } from '../domain.ts'

/** What makes the worth of a share: delegations move both alike, a slash takes tokens and leaves shares. */
type Stake = Pick<StakingValidator, 'tokens' | 'delegatorShares'>

/** What a LegacyDec is scaled by. */
const one = 10n ** 18n

/**
 * What shares (scaled by 1e18) are worth in tokens, as x/staking says it: their quotient is rounded to 18 places, halves
 * to even, and what is below one token cut off. Null where the validator has no shares, so that none can be of it.
 */
export function tokensOfShares(shares: bigint, { tokens, delegatorShares }: Stake): bigint | null {
  if (shares === 0n) return 0n
  if (shares < 0n || delegatorShares <= 0n || tokens < 0n) return null
  const quotient = (shares * tokens * one * one) / delegatorShares
  // A half only matters where it makes a whole token, which is above an odd place: there to even is up.
  return (quotient + one / 2n) / one / one
}

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

/** A stake is reported when it is this share of what was reported last away from it: small delegations are not reported. */
const reportedShare = { numerator: 1n, denominator: 100n }

/** Whether a stake is so far from what was reported of it last that it is reported again. */
export function isReportableStake(reported: bigint, now: bigint): boolean {
  if (reported === now) return false
  const difference = reported > now ? reported - now : now - reported
  return difference * reportedShare.denominator >= reported * reportedShare.numerator
}
