import { Delegation, Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { compareBytes } from '../bytes.ts'
import type { ValidatorRecord } from '../chain/chain-state.ts'
import { storeKeys } from '../stores/store-keys.ts'
import type { ChainLens } from './chain-lens.ts'

/** A record as an endpoint reports it that lies about who is jailed. */
export function recordAsReported(lens: ChainLens, record: ValidatorRecord): ValidatorRecord {
  return lens.lies.flippedJail === record.index ? { ...record, jailed: !record.jailed } : record
}

/** The same lie in the raw value of a validator's key; the proof beside it is still that of the truth. */
export function withFlippedJail(
  lens: ChainLens,
  store: string,
  key: Uint8Array,
  value: Uint8Array,
): Uint8Array {
  const index = lens.lies.flippedJail
  const operator = index === null ? undefined : lens.chain.roster[index]?.operatorBytes
  if (store !== 'staking' || operator === undefined) return value
  if (compareBytes(key, storeKeys.validator(operator)) !== 0) return value
  const record = Validator.decode(value)
  return Validator.encode({ ...record, jailed: !record.jailed }).finish()
}

/** A delegation of a validator to itself as an endpoint reports it that lies about its size: twice as much. */
export function stakeAsReported(lens: ChainLens, validator: number, delegation: Delegation): Delegation {
  if (lens.lies.otherSelfStake !== validator) return delegation
  return { ...delegation, shares: String(2n * BigInt(delegation.shares)) }
}

/** The same lie in the raw value of its key; the proof beside it is still that of the truth. */
export function withOtherSelfStake(
  lens: ChainLens,
  store: string,
  key: Uint8Array,
  value: Uint8Array,
): Uint8Array {
  const index = lens.lies.otherSelfStake
  const operator = index === null ? undefined : lens.chain.roster[index]?.operatorBytes
  if (index === null || store !== 'staking' || operator === undefined) return value
  if (compareBytes(key, storeKeys.delegation(operator, operator)) !== 0) return value
  return Delegation.encode(stakeAsReported(lens, index, Delegation.decode(value))).finish()
}
