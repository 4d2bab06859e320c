import { Params as SlashingParams } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { Params as StakingParams, Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import type { ValidatorRecord } from '../chain/chain-state.ts'
import type { RosterEntry } from '../chain/roster.ts'
import type { SigningInfo } from '../chain/signing-info.ts'
import type { KeyType, SlashingProfile, StakingProfile } from '../network-profile.ts'

/** google.protobuf.Timestamp of Unix ms. */
export function timestampOf(ms: number): { seconds: bigint; nanos: number } {
  const seconds = Math.floor(ms / 1_000)
  return { seconds: BigInt(seconds), nanos: Math.round((ms - seconds * 1_000) * 1_000_000) }
}

/** google.protobuf.Duration of ms. */
export function durationOf(ms: number): { seconds: bigint; nanos: number } {
  return timestampOf(ms)
}

const MAX_ENTRIES = 7
const HISTORICAL_ENTRIES = 10_000

/** cosmos.staking.v1beta1.Params. */
export function stakingParams(staking: StakingProfile): StakingParams {
  return StakingParams.fromPartial({
    unbondingTime: durationOf(staking.unbondingMs),
    maxValidators: staking.maxValidators,
    maxEntries: MAX_ENTRIES,
    historicalEntries: HISTORICAL_ENTRIES,
    bondDenom: staking.denom,
    minCommissionRate: String(staking.minCommission),
  })
}

/** cosmos.slashing.v1beta1.Params: its decimals are `bytes` that hold the same digits as the strings elsewhere. */
export function slashingParams(slashing: SlashingProfile): SlashingParams {
  const digits = (value: bigint) => new TextEncoder().encode(String(value))
  return SlashingParams.fromPartial({
    signedBlocksWindow: BigInt(slashing.signedBlocksWindow),
    minSignedPerWindow: digits(slashing.minSignedPerWindow),
    downtimeJailDuration: durationOf(slashing.downtimeJailMs),
    slashFractionDoubleSign: digits(slashing.slashDoubleSign),
    slashFractionDowntime: digits(slashing.slashDowntime),
  })
}

/** The same as SDKs up to 0.46 keep it in x/params: one JSON value a key, whole numbers and durations as texts. */
export function legacyParams({ slashing, ...staking }: StakingProfile): ReadonlyMap<string, string> {
  return new Map([
    ['slashing/DowntimeJailDuration', text(nanoseconds(slashing.downtimeJailMs))],
    ['slashing/MinSignedPerWindow', text(decimal(slashing.minSignedPerWindow))],
    ['slashing/SignedBlocksWindow', text(slashing.signedBlocksWindow)],
    ['slashing/SlashFractionDoubleSign', text(decimal(slashing.slashDoubleSign))],
    ['slashing/SlashFractionDowntime', text(decimal(slashing.slashDowntime))],
    ['staking/BondDenom', text(staking.denom)],
    ['staking/HistoricalEntries', String(HISTORICAL_ENTRIES)],
    ['staking/MaxEntries', String(MAX_ENTRIES)],
    ['staking/MaxValidators', String(staking.maxValidators)],
    ['staking/MinCommissionRate', text(decimal(staking.minCommission))],
    ['staking/UnbondingTime', text(nanoseconds(staking.unbondingMs))],
  ])
}

function text(value: string | number | bigint): string {
  return JSON.stringify(String(value))
}

function nanoseconds(ms: number): bigint {
  return BigInt(ms) * 1_000_000n
}

/** 18-decimal fixed point with its point: `0.500000000000000000`. */
function decimal(scaled: bigint): string {
  const digits = String(scaled).padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

/** Room for everything but the address: five varints of ten bytes at most, their tags, a timestamp. */
const ROOM = 80

/**
 * cosmos.slashing.v1beta1.ValidatorSigningInfo, as x/slashing stores it and as its queries list it. Written by hand:
 * every validator's changes with every block, and what writes any message takes ten times as long.
 */
export function signingInfoBytes(entry: RosterEntry, info: SigningInfo): Uint8Array {
  const address = entry.consensusAddressOf(info.rotations)
  const bytes = Buffer.allocUnsafe(address.length + ROOM)
  bytes[0] = 0x0a
  bytes[1] = address.length
  let at = 2 + bytes.write(address, 2, 'latin1')
  const field = (tag: number, value: number) => {
    if (value === 0) return
    bytes[at++] = tag
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128
    bytes[at++] = rest
  }
  field(0x10, info.startHeight)
  field(0x18, info.indexOffset)
  const { seconds, nanos } = timestampOf(info.jailedUntil)
  bytes[at++] = 0x22
  const start = ++at
  field(0x08, Number(seconds))
  field(0x10, nanos)
  bytes[start - 1] = at - start
  field(0x28, info.tombstoned ? 1 : 0)
  field(0x30, info.missed)
  return bytes.subarray(0, at)
}

const keyUrls: Record<KeyType, string> = {
  ed25519: '/cosmos.crypto.ed25519.PubKey',
  secp256k1: '/cosmos.crypto.secp256k1.PubKey',
  bls12_381: '/cosmos.crypto.bls12_381.PubKey',
}

/** A record is never changed, so its bytes are made once. */
const encoded = new WeakMap<ValidatorRecord, Uint8Array>()

/** cosmos.staking.v1beta1.Validator, as x/staking stores it and as its queries list it. */
export function validatorRecordBytes(entry: RosterEntry, record: ValidatorRecord): Uint8Array {
  const known = encoded.get(record)
  if (known !== undefined) return known
  const { type, publicKey } = entry.keyOf(record.rotations)
  const bytes = Validator.encode(
    Validator.fromPartial({
      operatorAddress: entry.operatorAddress,
      consensusPubkey: {
        typeUrl: keyUrls[type],
        value: Uint8Array.from([10, publicKey.length, ...publicKey]),
      },
      jailed: record.jailed,
      status: record.status,
      tokens: String(record.tokens),
      // LegacyDec: scaled by 1e18, without a point.
      delegatorShares: String(record.shares),
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
