import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys'
import {
  QueryParamsRequest,
  QueryParamsResponse,
  QueryPoolRequest,
  QueryPoolResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { Params, Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { bech32ToHex, consensusAddress } from './address.ts'
import { boundedList } from './bounded-list.ts'
import { decFromScaled, intFromText } from './dec.ts'
import type { BondStatus, ConsensusHex, StakingValidator } from './domain.ts'
import { durationMs, msOrNull, text } from './protobuf.ts'
import { ShapeError } from './shape-error.ts'

export const STAKING_VALIDATORS = '/cosmos.staking.v1beta1.Query/Validators'
export const STAKING_PARAMS = '/cosmos.staking.v1beta1.Query/Params'
export const STAKING_POOL = '/cosmos.staking.v1beta1.Query/Pool'

export interface StakingParams {
  unbondingMs: number
  maxValidators: number
  bondDenom: string
}

export interface StakingPool {
  bondedTokens: bigint
  notBondedTokens: bigint
}

/** One page of a list. `nextKey` is empty on the last one. */
export interface Page<T> {
  items: T[]
  nextKey: Uint8Array
}

/** Validators of any state; `key` is the page before's `nextKey`. */
export function validatorsRequest(page: { limit: number; key: Uint8Array }): Uint8Array {
  const pagination = { key: page.key, limit: BigInt(page.limit) }
  return QueryValidatorsRequest.encode(QueryValidatorsRequest.fromPartial({ pagination })).finish()
}

export function stakingParamsRequest(): Uint8Array {
  return QueryParamsRequest.encode(QueryParamsRequest.fromPartial({})).finish()
}

export function stakingPoolRequest(): Uint8Array {
  return QueryPoolRequest.encode(QueryPoolRequest.fromPartial({})).finish()
}

export function decodeStakingValidators(bytes: Uint8Array): Page<StakingValidator> {
  const { validators, pagination } = QueryValidatorsResponse.decode(boundedList(bytes))
  return { items: validators.map(decodeValidator), nextKey: pagination?.nextKey ?? new Uint8Array() }
}

/** One validator, as x/staking keeps it in its store. */
export function decodeStakingRecord(bytes: Uint8Array): StakingValidator {
  return decodeValidator(Validator.decode(bytes))
}

export function decodeStakingParams(bytes: Uint8Array): StakingParams {
  const { params } = QueryParamsResponse.decode(bytes)
  return stakingParams(params)
}

/** The parameters as x/staking keeps them in its store since SDK 0.47. */
export function decodeStakingParamsRecord(bytes: Uint8Array): StakingParams {
  return stakingParams(Params.decode(bytes))
}

function stakingParams(params: Params | undefined): StakingParams {
  if (params === undefined || params.bondDenom === '') throw new ShapeError('staking parameters are missing')
  return {
    unbondingMs: durationMs(params.unbondingTime),
    maxValidators: params.maxValidators,
    bondDenom: text(params.bondDenom),
  }
}

export function decodeStakingPool(bytes: Uint8Array): StakingPool {
  const { pool } = QueryPoolResponse.decode(bytes)
  if (pool === undefined) throw new ShapeError('the staking pool is missing')
  return { bondedTokens: intFromText(pool.bondedTokens), notBondedTokens: intFromText(pool.notBondedTokens) }
}

/** Fields that forks add (Story's 14 to 16, the Hub's liquid staking) are skipped by the protobuf reader. */
function decodeValidator(validator: Validator): StakingValidator {
  const { description, commission } = validator
  // Decoded only to be checked: an address that is none means that the message is not what it should be.
  bech32ToHex(validator.operatorAddress)
  const rates = commission.commissionRates
  const status = bondStatus(validator.status)
  return {
    operatorAddress: validator.operatorAddress,
    consensus: consensusOf(validator),
    moniker: text(description.moniker),
    identity: text(description.identity),
    website: text(description.website),
    securityContact: text(description.securityContact),
    details: text(description.details),
    jailed: validator.jailed,
    status,
    tokens: intFromText(validator.tokens),
    delegatorShares: intFromText(validator.delegatorShares),
    commissionRate: decFromScaled(rates.rate),
    commissionMaxRate: decFromScaled(rates.maxRate),
    commissionMaxChangeRate: decFromScaled(rates.maxChangeRate),
    commissionUpdatedAt: msOrNull(commission.updateTime),
    // A validator that came back keeps the time of its last unbonding in the store: it means nothing while bonded.
    unbondingAt: status === 'BOND_STATUS_BONDED' ? null : msOrNull(validator.unbondingTime),
  }
}

/** Every consensus key message has its bytes in field 1, whatever its type. */
function consensusOf({ consensusPubkey }: Validator): ConsensusHex {
  if (consensusPubkey === undefined) throw new ShapeError('a validator has no consensus key')
  return consensusAddress(consensusPubkey.typeUrl, PubKey.decode(consensusPubkey.value).key)
}

const STATUSES: Readonly<Record<number, BondStatus>> = {
  1: 'BOND_STATUS_UNBONDED',
  2: 'BOND_STATUS_UNBONDING',
  3: 'BOND_STATUS_BONDED',
}

function bondStatus(value: number): BondStatus {
  return STATUSES[value] ?? 'BOND_STATUS_UNSPECIFIED'
}
