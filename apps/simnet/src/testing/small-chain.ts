import type { ChainEvent } from '../chain/chain-event.ts'
import type { NetworkProfile, SlashingProfile } from '../network-profile.ts'
import { networkProfiles } from '../network-profiles.data.ts'
import { createSimChain, type SimChain } from '../sim-chain.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'

export const START = Date.UTC(2026, 0, 1)

export function profileOf(blockchainId: number): NetworkProfile {
  const found = networkProfiles.find((profile) => profile.blockchainId === blockchainId)
  if (found === undefined) throw new Error(`no network ${blockchainId}`)
  return found
}

/** Provenance with few validators, one-second blocks, a window of ten and a jail of five seconds. */
export function smallProfile(
  change: Partial<NetworkProfile> = {},
  slashing: Partial<SlashingProfile> = {},
): NetworkProfile {
  const base = profileOf(9)
  if (base.staking === null) throw new Error('Provenance has staking')
  const small = { ...base.staking.slashing, signedBlocksWindow: 10, downtimeJailMs: 5_000, ...slashing }
  return {
    ...base,
    blockTimeMs: 1_000,
    validators: 6,
    totalStake: 1_000_000,
    staking: { ...base.staking, unbondingMs: 30_000, slashing: small },
    ...change,
  }
}

/** A chain that starts now at height 1 and in which only the script happens; `to` moves the clock to a height. */
export function smallChain(
  script: readonly ChainEvent[],
  profile: NetworkProfile = smallProfile(),
): { chain: SimChain; clock: ManualClock; to(height: number): void } {
  const clock = manualClock(START)
  const chain = createSimChain({ profile, seed: 'small', clock, script, natural: false, firstTime: START })
  return { chain, clock, to: (height) => clock.set(chain.shownAt(height)) }
}
