import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import type { Clock } from '../../../platform/clock.ts'

/** A day of blocks in an hour. */
export const pace = 24

/** One of the ten, at the pace of the day. */
export interface DayNetwork {
  id: number
  chain: SimChain
  profile: NetworkProfile
  blockMs: number
  /** Its answers can be proven, so one endpoint may lie as much as it likes. */
  isProvable: boolean
}

/** Few, so that ten networks at this pace and everything that breaks around them fit on two cores. */
const validators = 10
/** Nobody jails before a window is full; half of it is missed in less than a minute. */
const window = 1_000
const percent = 10n ** 16n
/** Blocks that were made before the day: the window is full then, and jailing is possible. */
const before = window + 300
/** More than come while every endpoint of a network is away for the longest time: nothing of it is forgotten. */
const keepHeights = 6_000

function dayProfile(profile: NetworkProfile): NetworkProfile {
  const rules = { signedBlocksWindow: window, minSignedPerWindow: 50n * percent, downtimeJailMs: 5_000 }
  return {
    ...profile,
    validators,
    // Those whose validators all have the same power keep that.
    totalStake: profile.totalStake === profile.validators ? validators : profile.totalStake,
    keepHeights,
    activity: { ...profile.activity, longJailed: 0, tombstones: 0, comersAndGoers: 0, steadyMisser: null },
    staking: profile.staking && {
      ...profile.staking,
      maxValidators: validators,
      slashing: { ...profile.staking.slashing, ...rules },
    },
  }
}

/** Ten networks, or so many of them, in which nothing happens but what a script says, and whose blocks come like clockwork. */
export function dayNetworks(
  seed: string,
  clock: Pick<Clock, 'now'>,
  count = networkProfiles.length,
): DayNetwork[] {
  // Spread over them, so that different kinds of chains are among a few, too.
  const some = networkProfiles.filter((_, index) => (index * count) % networkProfiles.length < count)
  return some.map((original) => {
    const profile = dayProfile(original)
    const blockMs = profile.blockTimeMs / pace
    const firstTime = clock.now() - before * blockMs
    const chain = createSimChain({ profile, seed, clock, natural: false, pace, firstTime })
    const isProvable = profile.keyType !== 'bls12_381'
    return { id: profile.blockchainId, chain, profile, blockMs, isProvable }
  })
}
