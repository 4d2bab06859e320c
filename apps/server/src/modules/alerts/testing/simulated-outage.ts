import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { type SimulatedChain, simulatedHeights } from '../../watch/testing/simulated-heights.ts'
import { productPasses } from '../../watch/testing/without-database.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import { observationsOf } from '../deciding/observations.ts'
import { createAlertRig } from './alert-rig.ts'
import { createFlapping, type Flapping } from './flapping.ts'

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

const begins = (...conditions: number[]) => conditions.map((one) => one * 10 + 1)
const ends = (...conditions: number[]) => conditions.map((one) => one * 10 + 2)
/** As recommended to an operator. */
export const recommended = {
  SMS: [...begins(103, 104, 112, 114, 121, 122, 123, 201, 301, 521), ...ends(104, 112, 114, 201, 401)],
  VOICE: [...begins(104, 114, 122, 123, 201, 301), ...ends(401)],
  EMAIL: [...begins(103, 104, 112, 114, 121, 201, 301, 401, 521), ...ends(103, 104, 112, 201, 401)],
}

/** Tells what was decided, when it was, to somebody with the alerts that are recommended to an operator. */
export async function tellOperator(test: TestDatabase, outcomes: readonly Outcome[]): Promise<Flapping> {
  const rig = await createFlapping(test, recommended)
  const { db, clock } = rig.ledger
  const gather = async () => {
    for (let seconds = 0; seconds < 60; seconds += 15) {
      await clock.advance(15_000)
      await rig.dispatch()
    }
  }
  for (const at of [...new Set(outcomes.map((one) => one.at))]) {
    if (at - clock.now() > 60_000) await gather()
    await clock.advance(Math.max(0, at - clock.now()))
    const ofBlock = outcomes.filter((one) => one.at === at)
    await db.transaction((tx) => createAlertRig(db).raise(tx, 1, ofBlock, deciding.begin(1)))
    await rig.dispatch()
  }
  await gather()
  return rig
}

/** Tells what was decided as its second comes, for so many of them, each with what is due then. */
export async function tellEachSecond(
  { ledger: { db, clock }, dispatch }: Flapping,
  outcomes: readonly Outcome[],
  seconds: number,
): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    const from = clock.now()
    await clock.advance(1_000)
    const decided = outcomes.filter(({ at }) => at > from && at <= clock.now())
    if (decided.length > 0)
      await db.transaction((tx) => createAlertRig(db).raise(tx, 1, decided, deciding.begin(1)))
    await dispatch()
  }
}
