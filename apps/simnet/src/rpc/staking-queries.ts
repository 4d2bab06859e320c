import {
  QueryDelegationRequest,
  QueryDelegationResponse,
  QueryParamsResponse,
  QueryPoolResponse,
  QueryValidatorsRequest,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import type { BondStatus } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { compareBytes } from '../bytes.ts'
import { BONDED, type ChainState } from '../chain/chain-state.ts'
import type { StakingProfile } from '../network-profile.ts'
import { stakingParams } from '../stores/params-bytes.ts'
import { validatorRecordBytes } from '../stores/validator-record-bytes.ts'
import { delegatedTokens, selfDelegation } from '../stores/self-delegation.ts'
import type { ChainLens } from './chain-lens.ts'
import { recordAsTold } from './flipped-jail.ts'
import { stakeAsTold } from './other-self-stake.ts'
import { NotFound } from './not-found.ts'
import { paginate, type StoredItem } from './pagination.ts'
import { readRequest } from './read-request.ts'

const statusNames: Record<string, BondStatus> = {
  BOND_STATUS_UNSPECIFIED: 0,
  BOND_STATUS_UNBONDED: 1,
  BOND_STATUS_UNBONDING: 2,
  BOND_STATUS_BONDED: 3,
}

/** cosmos.staking.v1beta1.Query/Validators; null for a status that the keeper does not know. */
export function validatorsQuery(
  lens: ChainLens,
  state: Readonly<ChainState>,
  data: Uint8Array,
): Uint8Array | null {
  const request = readRequest(QueryValidatorsRequest, data)
  const status = request.status === '' ? null : statusNames[request.status]
  if (status === undefined) return null
  const items: StoredItem[] = []
  for (const record of state.validators) {
    const entry = record === null ? undefined : lens.chain.roster[record.index]
    if (record === null || entry === undefined) continue
    if (status !== null && status !== (record.status as BondStatus)) continue
    items.push({ key: entry.operatorBytes, bytes: validatorRecordBytes(entry, recordAsTold(lens, record)) })
  }
  items.sort((a, b) => compareBytes(a.key, b.key))
  return paginate(items, request.pagination)
}

/** cosmos.staking.v1beta1.Query/Delegation: only operators delegate here, and to themselves. */
export function delegationQuery(lens: ChainLens, state: Readonly<ChainState>, data: Uint8Array): Uint8Array {
  const { delegatorAddr, validatorAddr } = readRequest(QueryDelegationRequest, data)
  const { roster, profile } = lens.chain
  const entry = roster.find(
    ({ accountAddress, operatorAddress }) =>
      accountAddress === delegatorAddr && operatorAddress === validatorAddr,
  )
  const record = entry === undefined ? null : (state.validators[entry.index] ?? null)
  const truth = entry === undefined || record === null ? null : selfDelegation(entry, record)
  if (entry === undefined || record === null || truth === null) {
    const what = `delegation with delegator ${delegatorAddr} not found for validator ${validatorAddr}`
    throw new NotFound(`rpc error: code = NotFound desc = ${what}`)
  }
  const delegation = stakeAsTold(lens, entry.index, truth)
  const balance = { denom: profile.staking?.denom ?? '', amount: String(delegatedTokens(delegation, record)) }
  return QueryDelegationResponse.encode({ delegationResponse: { delegation, balance } }).finish()
}

export function stakingParamsQuery(staking: StakingProfile): Uint8Array {
  return QueryParamsResponse.encode({ params: stakingParams(staking) }).finish()
}

export function poolQuery(state: Readonly<ChainState>): Uint8Array {
  let bondedTokens = 0n
  let notBondedTokens = 0n
  for (const record of state.validators) {
    if (record?.status === BONDED) bondedTokens += record.tokens
    else notBondedTokens += record?.tokens ?? 0n
  }
  const pool = { bondedTokens: String(bondedTokens), notBondedTokens: String(notBondedTokens) }
  return QueryPoolResponse.encode(QueryPoolResponse.fromPartial({ pool })).finish()
}
