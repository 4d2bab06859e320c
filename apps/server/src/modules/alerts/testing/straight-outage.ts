import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { type SimulatedChain, simulatedHeights } from '../../watch/testing/simulated-heights.ts'
import { productPasses } from '../../watch/testing/without-database.ts'
import { observationsOf } from '../deciding/observations.ts'

/** What jailing for missed blocks depends on. */
export interface JailingRules {
  /** Blocks. */
  window: number
  blockSeconds: number
  /** The share of the window that has to be signed, in hundredths. */
  minSigned: number
}

const first = 100_000
const percent = 10n ** 16n
/** By this block everybody has been seen. */
export const settledAfter = 20

/** What is decided of the first of ten validators of a chain, by the code that the server runs; heights count from 0. */
export function decidedOf(
  { window, blockSeconds, minSigned }: JailingRules,
  script: SimulatedChain['script'],
  { blocks, firstTime }: { blocks: number; firstTime: number },
): Outcome[] {
  const [profile] = networkProfiles
  if (!profile?.staking) throw new Error('it has staking')
  const rules = {
    signedBlocksWindow: window,
    minSignedPerWindow: BigInt(minSigned) * percent,
    downtimeJailMs: 60_000,
  }
  const chain: NetworkProfile = {
    ...profile,
    activity: { ...profile.activity, longJailed: 0 },
    blockTimeMs: blockSeconds * 1000,
    validators: 10,
    totalStake: 10_000_000,
    staking: { ...profile.staking, slashing: { ...profile.staking.slashing, ...rules } },
  }
  const arranged = script.map((event) => ({ ...event, at: event.at + first }))
  const heights = simulatedHeights(
    { profile: chain, script: arranged, firstHeight: first, firstTime },
    blocks,
  )
  const outcomes: Outcome[] = []
  let state = deciding.begin(1)
  for (const { change } of productPasses(heights, { blocks: 1, passes: 1 }))
    for (const observation of observationsOf(change)) {
      const decision = deciding.step(state, observation)
      state = decision.state
      outcomes.push(...decision.outcomes)
    }
  return outcomes.filter(
    ({ target, height }) =>
      target.type === 'VALIDATOR' && target.id === 1 && (height ?? 0) > first + settledAfter,
  )
}
