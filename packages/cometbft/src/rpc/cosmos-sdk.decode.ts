import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys'
import {
  QueryParamsRequest as SlashingParamsRequest,
  QueryParamsResponse as SlashingParamsResponse,
  QuerySigningInfosRequest,
  QuerySigningInfosResponse,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import {
  Params as SlashingParamsRecord,
  ValidatorSigningInfo,
} from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import {
  QueryDelegationRequest,
  QueryDelegationResponse,
  QueryParamsRequest,
  QueryParamsResponse,
  QueryPoolRequest,
  QueryPoolResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { Delegation, Params, Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { QueryCurrentPlanResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { z } from 'zod'
import { accountPrefix, bech32ToHex, consensusAddress, hexToBech32 } from '../address.ts'
import type {
  BondStatus,
  ConsensusHex,
  SigningInfo,
  SlashingParams,
  StakingValidator,
  UpgradePlan,
} from '../domain.ts'
import { ShapeError } from '../errors.ts'
import { boundedList } from '../protobuf.ts'

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

export const DELEGATION = '/cosmos.staking.v1beta1.Query/Delegation'

/** What an operator has staked with itself: its account has the bytes of its operator address. @throws ShapeError */
export function selfDelegationRequest(operatorAddress: string): Uint8Array {
  const prefix = accountPrefix(operatorAddress)
  if (prefix === null) throw new ShapeError('an operator address has no prefix')
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

export const SIGNING_INFOS = '/cosmos.slashing.v1beta1.Query/SigningInfos'
export const SLASHING_PARAMS = '/cosmos.slashing.v1beta1.Query/Params'

export function signingInfosRequest(page: { limit: number; key: Uint8Array }): Uint8Array {
  const pagination = { key: page.key, limit: BigInt(page.limit) }
  return QuerySigningInfosRequest.encode(QuerySigningInfosRequest.fromPartial({ pagination })).finish()
}

export function slashingParamsRequest(): Uint8Array {
  return SlashingParamsRequest.encode(SlashingParamsRequest.fromPartial({})).finish()
}

/** Infos whose address is empty (chains exported by old versions) belong to nobody and are left out. */
export function decodeSigningInfos(bytes: Uint8Array): Page<SigningInfo> {
  const { info, pagination } = QuerySigningInfosResponse.decode(boundedList(bytes))
  const named = info.filter(({ address }) => address !== '')
  const items = named.map((one) => toInfo(bech32ToHex(one.address).hex, one))
  return { items, nextKey: pagination?.nextKey ?? new Uint8Array() }
}

/** One signing info, as x/slashing keeps it under a consensus address; null where it says no address (old exports). */
export function decodeSigningRecord(consensus: ConsensusHex, bytes: Uint8Array): SigningInfo | null {
  const info = ValidatorSigningInfo.decode(bytes)
  return info.address === '' ? null : toInfo(consensus, info)
}

export function decodeSlashingParams(bytes: Uint8Array): SlashingParams {
  return slashingParams(SlashingParamsResponse.decode(bytes).params)
}

/** The parameters as x/slashing keeps them in its store since SDK 0.47. */
export function decodeSlashingParamsRecord(bytes: Uint8Array): SlashingParams {
  return slashingParams(SlashingParamsRecord.decode(bytes))
}

function slashingParams(params: SlashingParamsRecord | undefined): SlashingParams {
  if (params === undefined || params.signedBlocksWindow <= 0n) {
    throw new ShapeError('slashing parameters are missing')
  }
  return {
    signedBlocksWindow: safe(params.signedBlocksWindow),
    // A Dec in a bytes field: the digits in ASCII.
    minSignedPerWindow: decFromScaled(new TextDecoder().decode(params.minSignedPerWindow)),
    downtimeJailMs: durationMs(params.downtimeJailDuration),
    // A zero may be left out of the message.
    slashDowntime: decFromScaled(new TextDecoder().decode(params.slashFractionDowntime) || '0'),
  }
}

function toInfo(consensus: ConsensusHex, info: ValidatorSigningInfo): SigningInfo {
  const missedBlocks = safe(info.missedBlocksCounter)
  const startHeight = safe(info.startHeight)
  const indexOffset = safe(info.indexOffset)
  if (missedBlocks < 0 || startHeight < 0 || indexOffset < 0)
    throw new ShapeError('a signing info has a negative counter')
  return {
    consensus,
    startHeight,
    indexOffset,
    missedBlocks,
    jailedUntil: msOrNull(info.jailedUntil),
    tombstoned: info.tombstoned,
  }
}

/** Parameters of SDKs up to 0.46, each a JSON value under its own key of x/params. */
export const LEGACY_STAKING = ['staking/UnbondingTime', 'staking/MaxValidators'] as const
export const LEGACY_SLASHING = [
  'slashing/SignedBlocksWindow',
  'slashing/MinSignedPerWindow',
  'slashing/DowntimeJailDuration',
] as const

const digits = z.union([z.string().regex(/^\d{1,18}$/), z.int().min(0)]).transform(Number)
const dec = z
  .string()
  .max(100)
  .refine((value) => decToScaled(value) >= 0n)

/** Whole number as the chain writes it: text or a number. Durations are nanoseconds. @throws ShapeError */
export function legacyNumber(bytes: Uint8Array): number {
  return digits.parse(json(bytes))
}

/** Nanoseconds → ms. @throws ShapeError */
export function legacyDurationMs(bytes: Uint8Array): number {
  return Math.floor(legacyNumber(bytes) / 1_000_000)
}

/** A fraction with its point. @throws ShapeError */
export function legacyDec(bytes: Uint8Array): string {
  return dec.parse(json(bytes))
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new ShapeError('a parameter is not JSON')
  }
}

export const CURRENT_PLAN = '/cosmos.upgrade.v1beta1.Query/CurrentPlan'

/** An answer without a plan says that none is planned. */
export function decodeCurrentPlan(bytes: Uint8Array): { plan: UpgradePlan | null } {
  const { plan } = QueryCurrentPlanResponse.decode(bytes)
  if (plan === undefined) return { plan: null }
  return { plan: toPlan(plan) }
}

/** A plan as its store keeps it. */
export function decodePlanRecord(bytes: Uint8Array): UpgradePlan {
  return toPlan(Plan.decode(bytes))
}

function toPlan({ name, height }: Plan): UpgradePlan {
  return { name: text(name), height: safe(height) }
}

/** Cosmos SDK's LegacyDec: a signed integer scaled by 10^18, at most 315 bits, kept as text without loss. */

const PLACES = 18
const SCALED = /^-?\d{1,96}$/
const POINTED = /^(-?)(\d{1,78})(?:\.(\d{1,18}))?$/

/**
 * As protobuf carries it ("100000000000000000") → with its point ("0.100000000000000000").
 *
 * @throws ShapeError
 */
export function decFromScaled(scaled: string): string {
  if (!SCALED.test(scaled)) throw new ShapeError('not a decimal number')
  const value = BigInt(scaled)
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}

/**
 * With its point, as JSON carries it → the scaled integer. Fewer than 18 places are filled up.
 *
 * @throws ShapeError
 */
export function decToScaled(text: string): bigint {
  const match = POINTED.exec(text)
  if (match === null) throw new ShapeError('not a decimal number')
  const [, sign = '', whole = '', places = ''] = match
  return BigInt(`${sign}${whole}${places.padEnd(PLACES, '0')}`)
}

/**
 * x/staking's Int: a decimal integer of at most 256 bits.
 *
 * @throws ShapeError
 */
export function intFromText(text: string): bigint {
  if (!/^-?\d{1,78}$/.test(text)) throw new ShapeError('not an integer')
  return BigInt(text)
}

const NUL = String.fromCharCode(0)
const FIRST_YEAR = -62_135_596_800n

/** Text that people wrote. PostgreSQL keeps no NUL in a text, so that one sign goes. */
function text(value: string): string {
  return value.replaceAll(NUL, '')
}

/** Unix ms of a protobuf Timestamp; null for the epoch and for Go's zero time, which both mean "never". */
function msOrNull(timestamp: { seconds: bigint; nanos: number } | undefined): number | null {
  if (timestamp === undefined || timestamp.seconds === 0n || timestamp.seconds <= FIRST_YEAR) return null
  return safe(timestamp.seconds * 1_000n + BigInt(Math.trunc(timestamp.nanos / 1_000_000)))
}

function durationMs(duration: { seconds: bigint; nanos: number }): number {
  return safe(duration.seconds * 1_000n + BigInt(Math.trunc(duration.nanos / 1_000_000)))
}

/** An int64 that stays below 2^53. @throws ShapeError */
function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new ShapeError('a number exceeds 2^53')
  return number
}
