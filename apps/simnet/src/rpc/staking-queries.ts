import {
  QueryParamsResponse,
  QueryPoolResponse,
  QueryValidatorsRequest,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { type BondStatus, Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { BONDED, type ChainState, type ValidatorRecord } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { RosterEntry } from '../chain/roster.ts'
import type { KeyType, StakingProfile } from '../network-profile.ts'
import { compareBytes, paginate, type StoredItem } from './pagination.ts'
import { durationOf, timestampOf } from './proto-time.ts'
import { readRequest } from './read-request.ts'

const keyUrls: Record<KeyType, string> = {
  ed25519: '/cosmos.crypto.ed25519.PubKey',
  secp256k1: '/cosmos.crypto.secp256k1.PubKey',
  bls12_381: '/cosmos.crypto.bls12_381.PubKey',
}
const statusNames: Record<string, BondStatus> = {
  BOND_STATUS_UNSPECIFIED: 0,
  BOND_STATUS_UNBONDED: 1,
  BOND_STATUS_UNBONDING: 2,
  BOND_STATUS_BONDED: 3,
}
const ONE = 10n ** 18n

/** A record is never changed, so its bytes are made once. */
const encoded = new WeakMap<ValidatorRecord, Uint8Array>()

/** cosmos.staking.v1beta1.Query/Validators; null for a status that the keeper does not know. */
export function validatorsQuery(
  chain: Chain,
  state: Readonly<ChainState>,
  data: Uint8Array,
): Uint8Array | null {
  const request = readRequest(QueryValidatorsRequest, data)
  const status = request.status === '' ? null : statusNames[request.status]
  if (status === undefined) return null
  const items: StoredItem[] = []
  for (const record of state.validators) {
    const entry = record === null ? undefined : chain.roster[record.index]
    if (record === null || entry === undefined) continue
    if (status !== null && status !== (record.status as BondStatus)) continue
    items.push({ key: entry.operatorBytes, bytes: validatorBytes(entry, record, chain.profile.keyType) })
  }
  items.sort((a, b) => compareBytes(a.key, b.key))
  return paginate(items, request.pagination)
}

export function stakingParamsQuery(staking: StakingProfile): Uint8Array {
  return QueryParamsResponse.encode(
    QueryParamsResponse.fromPartial({
      params: {
        unbondingTime: durationOf(staking.unbondingMs),
        maxValidators: staking.maxValidators,
        maxEntries: 7,
        historicalEntries: 10_000,
        bondDenom: staking.denom,
        minCommissionRate: String(staking.minCommission),
      },
    }),
  ).finish()
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

function validatorBytes(entry: RosterEntry, record: ValidatorRecord, keyType: KeyType): Uint8Array {
  const known = encoded.get(record)
  if (known !== undefined) return known
  const bytes = Validator.encode(
    Validator.fromPartial({
      operatorAddress: entry.operatorAddress,
      consensusPubkey: {
        typeUrl: keyUrls[keyType],
        value: Uint8Array.from([10, entry.publicKey.length, ...entry.publicKey]),
      },
      jailed: record.jailed,
      status: record.status,
      tokens: String(record.tokens),
      // LegacyDec: scaled by 1e18, without a point.
      delegatorShares: String(record.tokens * ONE),
      description: {
        moniker: record.moniker,
        identity: entry.identity,
        website: entry.website,
        securityContact: entry.securityContact,
        details: entry.details,
      },
      unbondingHeight: BigInt(record.unbondingHeight),
      unbondingTime: timestampOf(record.unbondingAt),
      commission: {
        commissionRates: {
          rate: String(record.commission),
          maxRate: String(entry.maxCommission),
          maxChangeRate: String(entry.maxCommissionChange),
        },
        updateTime: timestampOf(record.commissionSetAt),
      },
      minSelfDelegation: '1',
    }),
  ).finish()
  encoded.set(record, bytes)
  return bytes
}
