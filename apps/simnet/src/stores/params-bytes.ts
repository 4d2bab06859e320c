import { Params as SlashingParams } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { Params as StakingParams } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import type { SlashingProfile, StakingProfile } from '../network-profile.ts'
import { durationOf } from './proto-time.ts'

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
