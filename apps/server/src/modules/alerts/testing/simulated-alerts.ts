import { type BridgeReading, deciding, type Observation, type Outcome } from '@roundsman/alerting/deciding'
import { observedSilenceMs } from '@roundsman/bridges/bridge-events'
import { pushesOf } from '@roundsman/bridges/bridge-push'
import { afterReport, type BridgeState, statusOf } from '@roundsman/bridges/bridge-state'
import { readOtlpRequest } from '@roundsman/bridges/otlp'
import type { NetworkState } from '@roundsman/contract/networks/validators'
import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { simulatedHeights, type SimulatedChain } from '../../watch/testing/simulated-heights.ts'
import { type ProductPass, productPasses } from '../../watch/testing/without-database.ts'
import { observationsOf, tickOf } from '../deciding/observations.ts'

/** What was decided, and of whom. */
export interface SimulatedAlert {
  outcome: Outcome
  targetName: string | null
  jailedUntil: Date | null
}

const first = 2_450_000
const after = (blocks: number) => first + blocks
const blockSeconds = 12
const day = 7_200
const percent = 10n ** 16n
const validators = 10

/** Celestia with ten validators, blocks of twelve seconds and a window of 5,000 blocks, of which 10 % must be signed. */
function celestia(): NetworkProfile {
  const [profile] = networkProfiles
  if (!profile?.staking) throw new Error('Celestia has staking')
  const rules = { signedBlocksWindow: 5_000, minSignedPerWindow: 10n * percent, downtimeJailMs: 600_000 }
  const slashing = { ...profile.staking.slashing, ...rules, slashDowntime: percent / 100n }
  const activity = { ...profile.activity, longJailed: 0 }
  return {
    ...profile,
    activity,
    blockTimeMs: blockSeconds * 1000,
    validators,
    totalStake: 10_000_000,
    staking: { ...profile.staking, slashing },
  }
}

const stake = (thousands: number) => BigInt(thousands * 1_000) * 10n ** 9n
/** By this height everybody has their stake, commission and name; what is decided before is not reported. */
const settled = after(900)

const script: SimulatedChain['script'] = [
  ...Array.from({ length: validators }, (_, validator) => ({
    at: after(3),
    what: 'power' as const,
    validator,
    tokens: stake([200, 100, 100, 100, 20][validator] ?? 30),
  })),
  { at: after(10), what: 'moniker', validator: 9, moniker: 'Granite Cloud' },
  { at: after(10), what: 'moniker', validator: 8, moniker: 'Дозор' },
  { at: after(50), what: 'commission', validator: 5, rate: 4n * percent },
  { at: after(910), what: 'upgrade_plan', name: 'v7', height: after(910 + day + 10) },
  // Misses until shortly before jail, alone but for one block that somebody else missed as well.
  { at: after(1_000), what: 'down', validator: 9, blocks: 4_400 },
  { at: after(1_049), what: 'absent', validator: 6, blocks: 1 },
  { at: after(1_100), what: 'jail', validator: 8 },
  { at: after(1_300), what: 'unjail', validator: 8 },
  { at: after(1_500), what: 'commission', validator: 5, rate: 55n * percent },
  { at: after(1_700), what: 'commission', validator: 5, rate: 5n * percent },
  { at: after(2_100), what: 'tombstone', validator: 7 },
  // More than a third of the power is silent; one of them does not come back with the others.
  { at: after(2_400), what: 'down', validator: 1, blocks: 100 },
  { at: after(2_400), what: 'down', validator: 2, blocks: 100 },
  { at: after(2_400), what: 'down', validator: 3, blocks: 100 },
  { at: after(2_400), what: 'down', validator: 4, blocks: 130 },
  { at: after(7_700), what: 'power', validator: 6, tokens: stake(22) },
  { at: after(7_800), what: 'power', validator: 5, tokens: stake(400) },
  { at: after(7_880), what: 'power', validator: 5, tokens: stake(30) },
  // Six are jailed by one block.
  ...[1, 2, 3, 4, 5, 6].map((validator) => ({ at: after(9_200), what: 'jail' as const, validator })),
]
const blocks = 10_480
/** Bridges are pushing, and looked at, in these blocks. */
const bridgesFrom = after(3_000)
const bridgesTo = after(3_200)

/** What is decided of all that the simulation's chain, its bridges and silent endpoints bring, by the code that the server runs. */
export function simulatedAlerts(): SimulatedAlert[] {
  const alerts: SimulatedAlert[] = []
  const bridges = threeBridges()
  const firstTime = Date.UTC(2026, 10, 23, 4, 0)
  const heights = simulatedHeights({ profile: celestia(), script, firstHeight: first, firstTime }, blocks)
  let state = deciding.begin(1)
  let model: ProductPass['after'] | null = null

  function decide(observation: Observation): void {
    const decision = deciding.step(state, observation)
    state = decision.state
    for (const outcome of decision.outcomes) {
      const { type, id } = outcome.target
      const record = type === 'VALIDATOR' ? model?.records.find((one) => one.id === id) : undefined
      const isJailed = record?.jailed === true && record.jailedUntil !== null
      alerts.push({
        outcome,
        targetName: type === 'BRIDGE' ? (bridges.names[(id ?? 1) - 1] ?? null) : (record?.moniker ?? null),
        jailedUntil: isJailed ? new Date(record.jailedUntil ?? 0) : null,
      })
    }
  }

  let tick: Omit<Parameters<typeof tickOf>[0], 'state' | 'headAgeMs' | 'unseenMs'> | null = null
  for (const { after: known, change } of productPasses(heights, { blocks: 1, passes: 10 })) {
    model = known
    for (const observation of observationsOf(change)) decide(observation)
    const { now, epoch, networkId, network } = change
    tick = { networkId, epoch, network, blockSeconds: change.blockSeconds, now: now + 1_000 }
    const height = network.height ?? 0
    if (height < bridgesFrom || height > bridgesTo) continue
    const live = { ...tick, state: 'LIVE' as const, headAgeMs: 1_000, unseenMs: 0 }
    decide(tickOf(live, bridges.at(height, tick.now)))
  }
  if (tick === null) throw new Error('no block was made')
  for (const { seconds, ...reach } of silence())
    decide(tickOf({ ...tick, ...reach, now: tick.now + seconds * 1000 }))
  return alerts.filter(({ outcome }) => (outcome.height ?? settled) >= settled)
}

/** The chain stands for a quarter of an hour, goes on, and later no endpoint answers for a quarter of an hour. */
function silence(): { seconds: number; state: NetworkState; headAgeMs: number; unseenMs: number }[] {
  const every = (from: number, to: number) =>
    Array.from({ length: (to - from) / 5 }, (_, index) => from + index * 5)
  const live = { state: 'LIVE' as const, headAgeMs: 2_000, unseenMs: 0 }
  return [
    ...every(0, 45).map((seconds) => ({
      seconds,
      state: 'LIVE' as const,
      headAgeMs: seconds * 1000,
      unseenMs: 0,
    })),
    ...every(45, 960).map((seconds) => ({
      seconds,
      state: 'HALTED' as const,
      headAgeMs: seconds * 1000,
      unseenMs: 0,
    })),
    ...every(960, 1_200).map((seconds) => ({ seconds, ...live })),
    ...every(1_200, 2_160).map((seconds) => ({
      seconds,
      state: 'UNREACHABLE' as const,
      headAgeMs: 2_000,
      unseenMs: (seconds - 1_200) * 1000,
    })),
    ...every(2_160, 2_260).map((seconds) => ({ seconds, ...live })),
  ]
}

/** Three that push what one has really pushed, with the chain's heights: one falls silent, one behind, one stands still. */
function threeBridges() {
  const file = new URL('../../../../../../packages/bridges/src/fixtures/bridge-synced.pb.gz', import.meta.url)
  const [push] = pushesOf(readOtlpRequest('application/x-protobuf', gunzipSync(readFileSync(file))))
  if (!push) throw new Error('nothing was pushed')
  const states: (BridgeState | null)[] = [null, null, null]
  const names = ['bridge-fra-1', 'bridge-ams-2', 'bridge-waw-3']
  /** The height that each reports; null: nothing. */
  const reports: ((height: number) => number | null)[] = [
    (height) => (height > bridgesFrom + 20 && height < bridgesFrom + 100 ? null : height),
    (height) =>
      height > bridgesFrom + 20 && height < bridgesFrom + 140
        ? height - Math.min(112, (height - bridgesFrom - 20) * 2)
        : height,
    (height) => (height > bridgesFrom + 20 && height < bridgesFrom + 55 ? bridgesFrom + 20 : height),
  ]
  const since = Date.UTC(2026, 10, 1)
  return {
    names,
    at(networkHeight: number, now: number): BridgeReading[] {
      return reports.map((heightAt, index) => {
        const height = heightAt(networkHeight)
        let state = states[index] ?? null
        if (height !== null)
          state = afterReport(
            state,
            { ...push, version: push.version ?? 'v0.29.1', height, at: now },
            { now, networkHeight },
          )
        states[index] = state
        const { ageMs, lag, stalledMs } = statusOf(state, 'OTLP', {
          now,
          height: networkHeight,
          isLive: true,
          blockSeconds,
        })
        return {
          id: index + 1,
          updateAgeMs: ageMs,
          lag,
          stalledMs,
          observedSilenceMs: state && observedSilenceMs(since, state.updatedAt, now),
          ...(state && {
            last: { updatedAt: state.updatedAt, height: state.height, version: state.version },
          }),
        }
      })
    },
  }
}
