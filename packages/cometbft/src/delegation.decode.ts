import { Delegation } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { QueryDelegationRequest, QueryDelegationResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { accountPrefix, bech32ToHex, hexToBech32 } from './address.ts'
import { intFromText } from './dec.ts'
import { ShapeError } from './shape-error.ts'

export const DELEGATION = '/cosmos.staking.v1beta1.Query/Delegation'

/** What an operator has staked with itself: its account has the bytes of its operator address. @throws ShapeError */
export function selfDelegationRequest(operatorAddress: string): Uint8Array {
  const prefix = accountPrefix(operatorAddress)
  if (prefix === null) throw new ShapeError('an operator address without a prefix')
  const delegatorAddr = hexToBech32(prefix, bech32ToHex(operatorAddress).hex)
  return QueryDelegationRequest.encode({ delegatorAddr, validatorAddr: operatorAddress }).finish()
}

/** The tokens that the shares are worth. */
export function decodeDelegation(bytes: Uint8Array): bigint {
  const { delegationResponse } = QueryDelegationResponse.decode(bytes)
  if (delegationResponse === undefined) throw new ShapeError('the delegation is missing')
  return intFromText(delegationResponse.balance.amount)
}

/** The shares of one delegation, scaled by 1e18, as x/staking keeps it in its store. @throws ShapeError */
export function decodeDelegationRecord(bytes: Uint8Array): bigint {
  return intFromText(Delegation.decode(bytes).shares)
}

/** x/staking answers with an error of these words where there is no delegation: the operator has taken all out. */
export function saysNoDelegation(log: string): boolean {
  return /delegation with delegator \S+ not found|no delegation for/i.test(log)
}
