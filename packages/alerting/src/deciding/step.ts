import { syncedWithin } from '@roundsman/contract/bridges/bridges'
import { haltedAfterMs, type NetworkState } from '@roundsman/contract/networks/validators'
import type { Condition } from '../catalogue/condition.ts'
import { conditions } from '../catalogue/conditions.data.ts'
import { type Common, decideBlock, decideStates } from './decide-validators.ts'
import {
  decideAll,
  type Decision,
  type OpenDecision,
  openDecision,
  type DecisionContext,
} from './decision.ts'
import {
  evaluateBridge,
  evaluateNetwork,
  isAbout,
  type NetworkInputs,
  valueOfBridge,
  valueOfNetwork,
} from './evaluate.ts'
import type {
  Basis,
  BridgeReading,
  HeightObservation,
  Observation,
  StateObservation,
  TickObservation,
  Upgrade,
  ValidatorReading,
} from './observation.ts'
import type { Detail, Target } from './outcome.ts'
import {
  type AlertingState,
  emptyState,
  type Head,
  type Streak,
  type TargetState,
  type Trouble,
  type TroubleReason,
} from './state.ts'
import type { Instant } from './transition.ts'

const ofNetwork = conditions.filter(({ type }) => type === 'NETWORK')
const ofBridges = conditions.filter(({ targetType }) => targetType === 'BRIDGE')
const ofSilence = ofBridges.filter(({ subject }) => subject === 'no_update')
const ofLag = ofBridges.filter(({ subject }) => subject === 'lagging')
const ofStalls = ofBridges.filter(({ subject }) => subject === 'stalled')
/** Of a bridge that has caught up nothing is waited for (D320). */
const ofLagOver = ofLag.map((condition) => ({ ...condition, holdSeconds: 0 }))
const network: Target = { key: 'network', type: 'ANY', id: null }

/**
 * One observation more. Pure: the same state and observation lead to the same decision, wherever it is made and
 * however often. Of another epoch than the state's nothing is compared: it begins anew, and nobody is notified.
 */
export function step(state: AlertingState, observation: Observation): Decision {
  if (observation.epoch < state.head.epoch) return unchanged(state)
  if (observation.epoch > state.head.epoch) {
    const { closed: _none, ...decision } = step(emptyState(observation.epoch), observation)
    const closed = Object.keys(state.targets).filter((key) => !decision.state.targets[key])
    return { ...decision, closed }
  }
  switch (observation.kind) {
    case 'height':
      return atHeight(state, observation)
    case 'state':
      return atState(state, observation)
    case 'tick':
      return atTick(state, observation)
  }
}

/** Blocks that were decided already, and older ones, are repetitions. */
function atHeight(state: AlertingState, observation: HeightObservation): Decision {
  const { head } = state
  const { height, at, values, now } = observation
  if (head.height !== null && height <= head.height) return unchanged(state)
  const missedShare = missedShareOf(values)
  const trouble = troubleAtHeight(head, { height, at, missedShare })
  const chainAt = Math.max(head.at ?? at, at)
  const blockAt = Math.max(head.blockAt ?? at, at)
  const next: Head = { ...head, step: head.step + 1, height, at: chainAt, blockAt, trouble, blindSince: null }
  const open = openDecision(state, next)
  const instant: Instant = { at, chainAt, height, step: next.step, trouble: trouble?.reason ?? null }
  const signedShare = shareOf(observation.signedPower, observation.totalPower)
  const common: Common = { open, instant, basis: basisOf(observation), now, missedShare, signedShare }
  // Blocks that are read behind a state of the tip have held for no longer than they say themselves (E32).
  decideNetwork({ ...common, instant: { ...instant, chainAt: blockAt } }, { signedShare })
  decideBlock(common, values, head.height)
  return open.done()
}

/** Part of the voting power that missed a block; null where nothing is known of the block. */
function missedShareOf(values: readonly (ValidatorReading | null)[]): number | null {
  let missed: number | null = null
  for (const reading of values) {
    if (reading === null || reading.letter === null) continue
    missed = (missed ?? 0) + (reading.letter === 'm' ? (reading.powerShare ?? 0) : 0)
  }
  return missed
}

function atState(state: AlertingState, observation: StateObservation): Decision {
  const { head } = state
  const { seq, at, height, values, now } = observation
  if (seq <= head.seq) return unchanged(state)
  const chainAt = Math.max(head.at ?? at, at)
  const plan = planOf(head, observation.upgrade)
  const blockSeconds = observation.blockSeconds ?? head.blockSeconds
  const next: Head = { ...head, step: head.step + 1, seq, at: chainAt, stateAt: chainAt, plan, blockSeconds }
  const open = openDecision(state, next)
  const trouble = head.trouble?.reason ?? null
  const instant: Instant = { at, chainAt, height, step: next.step, trouble }
  const missedShare = missedShareOf(values)
  const common: Common = { open, instant, basis: basisOf(observation), now, missedShare, signedShare: null }
  const { upgrade, upgradeBasis } = observation
  const planned = head.plan
  decideNetwork(common, {
    plan: { upgrade, planned, basis: upgradeBasis, height: next.height, blockSeconds },
  })
  // The letters are those of the newest height: nothing that rests on them is confirmed by looking at them again.
  decideBlock({ ...common, instant: { ...instant, step: 0 } }, values)
  decideStates(common, observation, head.stateAt)
  return open.done()
}

/** A tick is a repetition where it has the same time as the one before. */
function atTick(state: AlertingState, observation: TickObservation): Decision {
  const { head } = state
  const { now, bridges } = observation
  if (now === head.tickAt) return unchanged(state)
  const { upgrade, upgradeBasis, blockSeconds, headHeight, ...reach } = observation.network
  const trouble = troubleAtTick(head, reach.state, now)
  const isSeen = reach.state === 'LIVE' || reach.state === 'HALTED'
  const next: Head = {
    ...head,
    step: head.step + 1,
    tickAt: now,
    plan: planOf(head, upgrade),
    blockSeconds: blockSeconds ?? head.blockSeconds,
    trouble,
    blindSince: isSeen ? null : (head.blindSince ?? now),
  }
  const open = openDecision(state, next)
  const instant: Instant = {
    at: now,
    chainAt: head.at ?? 0,
    height: head.height,
    step: next.step,
    trouble: trouble?.reason ?? null,
  }
  const basis = basisOf(observation.network)
  const common: Common = { open, instant, basis, now, missedShare: null, signedShare: null }
  const plan = {
    ...{ upgrade, planned: head.plan, basis: upgradeBasis },
    ...{ height: head.height, blockSeconds: next.blockSeconds },
  }
  // The last block of a chain that stands is above the last one with a commit: it is what the page names, too (E270).
  const newest = Math.max(head.height ?? 0, headHeight ?? 0) || null
  decideNetwork(common, { reach: { ...reach, height: newest }, plan })
  if (bridges !== undefined) decideBridges(common, bridges)
  return open.done()
}

function decideNetwork(common: Common, inputs: NetworkInputs): void {
  const { open, instant, basis, now, signedShare } = common
  const planned = inputs.plan?.upgrade ?? open.head.plan
  // What is planned no more is what an end is of (E167).
  const upgradeOf = ({ subject }: Condition) =>
    subject === 'upgrade_near' ? (planned ?? inputs.plan?.planned ?? null) : planned
  const context: DecisionContext = {
    open,
    instant,
    basis,
    now,
    target: network,
    detail: (condition) => ({
      value: valueOfNetwork(condition, inputs),
      ...(condition.subject === 'low_power' && { signed_power_share: signedShare }),
      ...((condition.subject === 'upgrade_near' || open.head.trouble?.reason === 'UPGRADE') && {
        upgrade: upgradeOf(condition),
      }),
    }),
  }
  const about = ofNetwork.filter(({ subject }) => isAbout(subject, inputs))
  const evaluate = (condition: Condition, was: boolean) => evaluateNetwork(condition, inputs, was)
  const [ofPlan, others] = [about.filter(isOfPlan), about.filter((condition) => !isOfPlan(condition))]
  const height = inputs.reach?.height ?? instant.height
  decideAll({ ...context, instant: { ...instant, height } }, others, evaluate)
  decideAll({ ...context, basis: basisOf(inputs.plan?.basis ?? basis) }, ofPlan, evaluate)
}

const isOfPlan = ({ subject }: Condition) => subject === 'upgrade_near'

/** Every bridge there is: one that is not named is gone. */
function decideBridges(common: Common, bridges: readonly BridgeReading[]): void {
  const { open } = common
  const present = new Set<string>()
  for (const reading of bridges) {
    const target: Target = { key: `bridge:${reading.id}`, type: 'BRIDGE', id: reading.id }
    present.add(target.key)
    const context: DecisionContext = {
      ...common,
      target,
      detail: (condition) => ({ value: valueOfBridge(condition, reading), ...bridgeOf(reading) }),
    }
    const evaluate = (condition: Condition, was: boolean) => evaluateBridge(condition, reading, was)
    const isSynced = reading.lag !== null && reading.lag <= syncedWithin(open.head.blockSeconds)
    const since = behindSince(open.target(target.key), reading, common.now)
    const inIncident = (outage: Streak | undefined) => ({
      ...context,
      instant: { ...context.instant, outage },
    })
    decideAll(context, ofSilence, evaluate)
    decideAll(inIncident(since), isSynced ? ofLagOver : ofLag, evaluate)
    for (const condition of ofStalls)
      decideAll(inIncident(stalledSince(condition, reading)), [condition], evaluate)
  }
  for (const key of open.keys()) if (key.startsWith('bridge:') && !present.has(key)) open.close(key)
}

/** What began earlier is another trouble, though a lower step of it may go on: a bridge can be ten blocks behind for days. */
const oneTroubleMs = 3_600_000

/** Since when a bridge is behind, which all steps of it say (D321): since its height stands, or since the first of them. */
function behindSince(
  { conditions: known }: TargetState,
  reading: BridgeReading,
  now: number,
): Streak | undefined {
  const still = bridgeOf(reading).bridge?.still_since
  const steps = ofLag.flatMap(({ id }) => {
    const { is, since, pending, outage, wasFirstSeen } = known[id] ?? {}
    if (is !== 1) return pending === undefined ? [] : [{ at: pending.at, before: 0 }]
    if (outage !== undefined) return [outage]
    return since === undefined
      ? []
      : [{ at: since, before: 0, ...(wasFirstSeen && { isEarlier: true as const }) }]
  })
  return [...(still === undefined ? [] : [{ at: still, before: 0 }]), ...steps]
    .filter(({ at }) => at >= now - oneTroubleMs)
    .toSorted((a, b) => a.at - b.at)[0]
}

/** What has stood for so many minutes began to so many later: its end is told from when it stood. */
function stalledSince({ threshold }: Condition, reading: BridgeReading): Streak | undefined {
  const still = bridgeOf(reading).bridge?.still_since
  return still === undefined ? undefined : { at: still + (threshold ?? 0) * 1000, before: 0 }
}

/** Its height comes with every report, each ten seconds: by the third one that says the same it stands. */
const standsAfterMs = 20_000

/** What there is to say of a bridge beside what is decided of it. */
export function bridgeOf({ last, lag, stalledMs }: Omit<BridgeReading, 'id'>): Pick<Detail, 'bridge'> {
  if (last === undefined) return {}
  const stands = stalledMs !== null && stalledMs >= standsAfterMs
  return {
    bridge: {
      updated_at: last.updatedAt,
      height: last.height,
      lag,
      version: last.version,
      ...(stands && { still_since: last.updatedAt - stalledMs }),
    },
  }
}

function planOf(head: OpenDecision['head'], upgrade: Upgrade): Head['plan'] {
  return upgrade === undefined ? head.plan : upgrade
}

function basisOf({ assurance, host }: Basis): Basis {
  return { assurance, host }
}

/** A part of a whole as a fraction; null where one of them is not known. */
function shareOf(part: bigint | null, whole: bigint | null): number | null {
  if (part === null || whole === null || whole === 0n) return null
  return Number((part * 10n ** 12n) / whole) / 1e12
}

function unchanged(state: AlertingState): Decision {
  return { state, outcomes: [], touched: [], closed: [], failures: [] }
}

/** More than this share of the power missing one block is the network's doing, not a validator's. */
const massMissShare = 1 / 3
/** Ordinary blocks in a row after which a network is back. */
const calmBlocks = 10

interface Block {
  height: number
  at: number
  /** Of the power, what missed it; null: nothing is known of it. */
  missedShare: number | null
}

/** The trouble that a network is in after one block more. One of which nothing is known is not an ordinary one. */
function troubleAtHeight(head: Head, block: Block): Trouble | null {
  const reason = reasonAtHeight(head, block)
  if (reason !== null) return inTrouble(head.trouble, reason, block)
  if (head.trouble === null || block.missedShare === null) return head.trouble
  const calm = head.trouble.calm + 1
  return calm >= calmBlocks ? null : { ...head.trouble, calm }
}

/** The trouble that a network is in when a clock ticks: only that it has halted can be new. */
function troubleAtTick(head: Head, state: NetworkState, now: number): Trouble | null {
  if (state !== 'HALTED') return head.trouble
  const reason = isUpgrading(head, head.height) ? 'UPGRADE' : 'NETWORK_HALTED'
  return inTrouble(head.trouble, reason, { height: head.height, at: head.at ?? now })
}

function reasonAtHeight(head: Head, { height, at, missedShare }: Block): TroubleReason | null {
  if (isUpgrading(head, height)) return 'UPGRADE'
  if (missedShare !== null && missedShare > massMissShare) return 'MASS_MISS'
  const isNext = head.height !== null && height === head.height + 1
  const hasHalted = isNext && head.at !== null && at - head.at > haltedAfterMs(head.blockSeconds)
  return hasHalted ? 'NETWORK_HALTED' : null
}

/** At the last block before a planned upgrade, or at the upgrade's own. */
function isUpgrading({ plan }: Head, height: number | null): boolean {
  return plan !== null && height !== null && (height === plan.height - 1 || height === plan.height)
}

/** What began is kept; that it is an upgrade explains everything else. */
function inTrouble(
  before: Trouble | null,
  reason: TroubleReason,
  { height, at }: { height: number | null; at: number },
): Trouble {
  if (before === null) return { reason, since: at, height, calm: 0 }
  const known = before.reason === 'UPGRADE' ? 'UPGRADE' : reason
  if (before.calm === 0 && before.reason === known) return before
  return { ...before, reason: known, calm: 0 }
}
