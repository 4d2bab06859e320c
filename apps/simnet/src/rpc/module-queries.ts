import {
  QueryParamsResponse as SlashingParamsResponse,
  QuerySigningInfosRequest,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import {
  QueryDelegationRequest,
  QueryDelegationResponse,
  QueryParamsResponse,
  QueryPoolResponse,
  QueryValidatorsRequest,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import type { BondStatus } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { QueryCurrentPlanResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { compareBytes } from '../bytes.ts'
import { BONDED, type ChainState } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { SlashingProfile, StakingProfile } from '../network-profile.ts'
import {
  signingInfoBytes,
  slashingParams,
  stakingParams,
  validatorRecordBytes,
} from '../stores/record-bytes.ts'
import { delegatedTokens, selfDelegation } from '../stores/self-delegation.ts'
import { planMessage } from '../stores/store-trees.ts'
import { paginate, readRequest, type StoredItem } from './call-params.ts'
import type { ChainLens } from './chain-lens.ts'
import { recordAsReported, stakeAsReported } from './false-state.ts'
import { NotFound } from './rpc-fault.ts'

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
    items.push({
      key: entry.operatorBytes,
      bytes: validatorRecordBytes(entry, recordAsReported(lens, record)),
    })
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
  const delegation = stakeAsReported(lens, entry.index, truth)
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

/** cosmos.slashing.v1beta1.Query/SigningInfos. */
export function signingInfosQuery(chain: Chain, state: Readonly<ChainState>, data: Uint8Array): Uint8Array {
  const request = readRequest(QuerySigningInfosRequest, data)
  const items: StoredItem[] = []
  for (const [index, info] of state.infos.entries()) {
    const entry = chain.roster[index]
    if (info === null || entry === undefined) continue
    items.push({
      key: entry.keyOf(info.rotations).address,
      bytes: signingInfoBytes(entry, info),
    })
  }
  items.sort((a, b) => compareBytes(a.key, b.key))
  return paginate(items, request.pagination)
}

export function slashingParamsQuery(slashing: SlashingProfile): Uint8Array {
  return SlashingParamsResponse.encode({ params: slashingParams(slashing) }).finish()
}

/** cosmos.upgrade.v1beta1.Query/CurrentPlan; no bytes at all where nothing is planned. */
export function currentPlanQuery({ chain, lies }: ChainLens, height: number): Uint8Array {
  const { plan } = lies.falsePlan ?? { plan: chain.upgradePlanAt(height) }
  if (plan === null) return new Uint8Array()
  return QueryCurrentPlanResponse.encode({ plan: planMessage(plan) }).finish()
}
