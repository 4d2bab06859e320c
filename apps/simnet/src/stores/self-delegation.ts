import { Delegation } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import type { ValidatorRecord } from '../chain/chain-state.ts'
import { chance, hashText } from '../chain/random.ts'
import type { RosterEntry } from '../chain/roster.ts'

const ONE = 10n ** 18n

/** Tokens that an operator's own account has delegated to it: 0.1 to 12.1 percent of all; all where stake is not for sale. */
export function selfDelegated(entry: RosterEntry, record: ValidatorRecord): bigint {
  if (entry.maxCommission === 0n) return record.tokens
  const perMille = 1 + Math.floor(120 * chance(hashText(entry.operatorAddress), 1))
  return (record.tokens * BigInt(perMille)) / 1_000n
}

/** cosmos.staking.v1beta1.Delegation of an operator to itself; null while it holds nothing. */
export function selfDelegation(entry: RosterEntry, record: ValidatorRecord): Delegation | null {
  const tokens = selfDelegated(entry, record)
  if (tokens === 0n) return null
  return Delegation.fromPartial({
    delegatorAddress: entry.accountAddress,
    validatorAddress: entry.operatorAddress,
    shares: String(tokens * ONE),
  })
}
