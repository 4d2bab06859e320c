import { Delegation } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import type { ValidatorRecord } from '../chain/chain-state.ts'
import { chance, hashText } from '../chain/random.ts'
import type { RosterEntry } from '../chain/roster.ts'

const ONE = 10n ** 18n

/**
 * cosmos.staking.v1beta1.Delegation of an operator to itself: 0.1 to 12.1 percent of all shares, whole ones; all
 * where stake is not for sale. Null while it holds nothing.
 */
export function selfDelegation(entry: RosterEntry, record: ValidatorRecord): Delegation | null {
  const shares = selfShares(entry, record)
  if (shares === 0n) return null
  return Delegation.fromPartial({
    delegatorAddress: entry.accountAddress,
    validatorAddress: entry.operatorAddress,
    shares: String(shares),
  })
}

/** What a delegation is worth: a Dec of 18 places, rounded as LegacyDec rounds (halves to even), then cut to whole tokens. */
export function delegatedTokens({ shares }: Delegation, record: ValidatorRecord): bigint {
  const scaled = (BigInt(shares) * record.tokens * ONE * ONE) / record.shares
  const [whole, rest] = [scaled / ONE, scaled % ONE]
  const isUp = 2n * rest > ONE || (2n * rest === ONE && whole % 2n === 1n)
  return (whole + (isUp ? 1n : 0n)) / ONE
}

function selfShares(entry: RosterEntry, record: ValidatorRecord): bigint {
  if (entry.maxCommission === 0n) return record.shares
  const perMille = 1 + Math.floor(120 * chance(hashText(entry.operatorAddress), 1))
  return (((record.shares / ONE) * BigInt(perMille)) / 1_000n) * ONE
}
