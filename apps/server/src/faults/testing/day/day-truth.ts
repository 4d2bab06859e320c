import {
  deciding,
  type HeightObservation,
  type Observation,
  type StateObservation,
  type ValidatorReading,
} from '@roundsman/alerting/deciding'
import type { ChainState } from '@roundsman/simnet/chain/chain-state'
import { BONDED, FLAG_ABSENT, FLAG_NIL, UNBONDING } from '@roundsman/simnet/chain/chain-state'
import type { DayNetwork } from './day-networks.ts'

// What must be told of a network, computed from what its chain was at each height and from nothing that the product read,
// stored or decided. Readings are counted here anew; from them the pure rules of packages/alerting say what began and
// ended, as if somebody had seen each block and each state the moment that it was there.

/** Something that must be told, once. */
export interface Truth {
  network: number
  /** Address of the operator, or of the key where there are none; null: the network itself. */
  target: string | null
  setting: number
  height: number | null
  /** The chain's own time of it, Unix ms. */
  chainAt: number
  /** When a node showed the block that decides it, or the clock that does ticked: from then on somebody could know. */
  at: number
}

/** What the day knows of one validator from block to block. */
interface Counters {
  /** Missed or not, of the counted votes of the window, the oldest first. */
  window: boolean[]
  missed: number
  inARow: number
}

const epoch = 1
const proven = { assurance: 'PROVEN', host: null } as const
/** How often the product looks at what only time decides (E82). */
const tickMs = 5_000
/** Any that is less than an hour: at this pace nobody has longer until jail. */
const soon = 60

export function truthOf(network: DayNetwork, from: number, to: number): Truth[] {
  const { chain: sim, profile, blockMs, id } = network
  const { chain, timeline } = sim.view()
  const slashing = profile.staking?.slashing ?? null
  const counters = chain.roster.map((): Counters => ({ window: [], missed: 0, inARow: 0 }))
  const told: Truth[] = []
  let state = deciding.begin(epoch)
  let [seq, before]: [number, Readonly<ChainState> | null] = [0, null]
  const blockSeconds = blockMs / 1000

  function decide(observation: Observation, at: number): void {
    const decision = deciding.step(state, observation)
    for (const { error } of decision.failures) throw error
    state = decision.state
    for (const { kind, settingId, target, height, at: chainAt } of decision.outcomes) {
      if (settingId === null || kind === 'HELD' || kind === 'CONFIRMED') continue
      const entry = target.id === null ? null : (chain.roster[target.id - 1] ?? null)
      // Where a chain has no operators its validators are known by their consensus addresses (E74).
      const address = profile.staking === null ? entry?.keyOf(0).hex : entry?.operatorAddress
      told.push({ network: id, target: address ?? null, setting: settingId, height, chainAt, at })
    }
  }

  const tick = (at: number, headAgeMs: number, isHalted: boolean) =>
    decide(
      {
        kind: 'tick',
        epoch,
        now: at,
        network: {
          state: isHalted ? 'HALTED' : 'LIVE',
          headAgeMs,
          unseenMs: 0,
          blockSeconds,
          ...proven,
          upgrade: undefined,
        },
      },
      at,
    )

  for (let height = from; height <= to; height += 1) {
    const now = chain.history.at(height)
    const shownAt = timeline.shownAt(height)
    const readings = readingsOf(now, before, counters, slashing?.signedBlocksWindow ?? null)
    if (before === null) tick(shownAt, 0, false)
    else
      for (const age of haltedAges(timeline.shownAt(height - 1), shownAt, blockMs))
        tick(timeline.shownAt(height - 1) + age, age, true)
    const at = timeline.timeOf(height)
    decide(heightOf(now, { at, now: shownAt, values: readings }), shownAt)
    if (timeline.shownAt(height) - timeline.shownAt(height - 1) > 30_000) tick(shownAt + 1, 0, false)
    const upgrade = chain.upgradePlanAt(height)
    const isOther =
      before === null ||
      isChanged(before, now) ||
      planName(upgrade) !== planName(chain.upgradePlanAt(height - 1))
    if (isOther) {
      seq += 1
      const events = before === null ? [] : slashesBetween(before, now, height, at)
      const observed: StateObservation = {
        ...{ kind: 'state', epoch, now: shownAt, seq, height, at, values: readings, events, blockSeconds },
        ...{ ...proven, upgrade, upgradeBasis: proven },
      }
      decide(observed, shownAt)
    }
    before = now
  }
  return told
}

/** Ages at which a clock looks at a chain that stands: as the product does, from when it calls that a halt. */
function haltedAges(last: number, next: number, blockMs: number): number[] {
  const from = Math.max(30_000, 10 * blockMs)
  return Array.from(
    { length: Math.max(0, Math.ceil((next - last - from) / tickMs)) },
    (_, index) => from + index * tickMs,
  )
}

const planName = (plan: { name: string; height: number } | null) =>
  plan === null ? '' : `${plan.name}@${plan.height}`

const isChanged = (before: Readonly<ChainState>, now: Readonly<ChainState>) =>
  before.set !== now.set || now.validators.some((record, index) => record !== before.validators[index])

function readingsOf(
  now: Readonly<ChainState>,
  before: Readonly<ChainState> | null,
  counters: readonly Counters[],
  window: number | null,
): ValidatorReading[] {
  const places = new Map([...now.set.indices].map((index, place) => [index, place]))
  return counters.map((own, index): ValidatorReading => {
    const record = now.validators[index] ?? null
    const info = now.infos[index] ?? null
    const place = places.get(index)
    const flag = place === undefined ? null : (now.votes[place] ?? null)
    const wasJailed = before?.validators[index]?.jailed === true
    // x/slashing begins anew with each jailing, and counts nobody who is in jail.
    if (record?.jailed === true && !wasJailed) Object.assign(own, { window: [], missed: 0 })
    if (flag !== null && record?.jailed !== true) count(own, flag === FLAG_ABSENT, window)
    if (flag === FLAG_ABSENT) own.inARow += 1
    else if (flag !== null) own.inARow = 0
    const power = place === undefined ? 0n : (now.set.members[place]?.power ?? 0n)
    const isMissing = own.inARow > 0 && record?.status === BONDED && record.jailed === false
    return {
      id: index + 1,
      letter: flag === null ? null : flag === FLAG_ABSENT ? 'm' : flag === FLAG_NIL ? 'n' : 's',
      inSet: place !== undefined,
      bondStatus: bondStatusOf(record?.status ?? null),
      jailed: record?.jailed ?? null,
      tombstoned: info?.tombstoned ?? null,
      tokens: record?.tokens ?? null,
      powerShare: Number(power) / Number(now.set.totalPower),
      commissionRate: record === null ? null : Number(record.commission) / 1e18,
      missedBlocks: window === null ? null : own.missed,
      missedBlocksExact: true,
      window,
      consecutiveMissed: own.inARow,
      consecutiveMissedExact: true,
      secondsToJail: isMissing && window !== null ? soon : null,
      secondsToJailAtMost: isMissing && window !== null ? soon : null,
    }
  })
}

function count(own: Counters, isMissed: boolean, window: number | null): void {
  own.window.push(isMissed)
  if (isMissed) own.missed += 1
  if (window !== null && own.window.length > window && own.window.shift() === true) own.missed -= 1
}

function bondStatusOf(status: number | null): ValidatorReading['bondStatus'] {
  if (status === null) return 'BOND_STATUS_UNSPECIFIED'
  if (status === BONDED) return 'BOND_STATUS_BONDED'
  return status === UNBONDING ? 'BOND_STATUS_UNBONDING' : 'BOND_STATUS_UNBONDED'
}

function heightOf(
  { height, set, votes }: Readonly<ChainState>,
  rest: Pick<HeightObservation, 'at' | 'now' | 'values'>,
): HeightObservation {
  const signedPower = set.members.reduce(
    (sum, { power }, place) => (votes[place] === FLAG_ABSENT ? sum : sum + power),
    0n,
  )
  return { kind: 'height', epoch, height, signedPower, totalPower: set.totalPower, ...proven, ...rest }
}

/** Whose shares are worth less than in the block before. */
function slashesBetween(
  before: Readonly<ChainState>,
  now: Readonly<ChainState>,
  height: number,
  chainAt: number,
): StateObservation['events'] {
  return now.validators.flatMap((record, index) => {
    const was = before.validators[index] ?? null
    if (record === null || was === null || was === record) return []
    if (record.tokens * was.shares >= was.tokens * record.shares) return []
    return [
      {
        kind: 'slashed',
        validatorId: index + 1,
        before: `${was.tokens}`,
        after: `${record.tokens}`,
        height,
        chainAt,
        ...proven,
      },
    ]
  })
}
