import type { NetworkState } from '@roundsman/contract/networks/validators'
import type { Condition } from '../catalogue/condition.ts'
import type { Basis, BridgeReading, Upgrade, ValidatorReading } from './observation.ts'
import { epsilon, type Truth, truthOf } from './state.ts'

/** One or two missed blocks happen to everybody. */
const missesNearJail = 3

/** What a validator's conditions are decided from. */
interface ValidatorInput {
  reading: ValidatorReading
  /** Signed blocks in a row, as far as they were counted. */
  clean: number
}

/**
 * Whether a condition holds for a validator. `was`: it held before; then it ends only behind its margin and after its
 * clean blocks. Changes (stake, commission, slashes) are decided elsewhere: they need what was before.
 */
export function evaluateValidator(condition: Condition, input: ValidatorInput, was: boolean): Truth {
  const { reading } = input
  switch (condition.subject) {
    case 'window_missed':
      return isVoting(reading) ? windowMissed(condition, input, was) : 'UNKNOWN'
    case 'missed_in_a_row':
      return isVoting(reading) ? missedInARow(condition, input, was) : 'UNKNOWN'
    case 'jail_near':
      return isVoting(reading) ? jailNear(condition, input, was) : 'UNKNOWN'
    case 'jailed':
      return truthOf(reading.jailed)
    case 'tombstoned':
      return truthOf(reading.tombstoned)
    case 'bonded':
      return truthOf(isActive(reading))
    case 'power_share':
      return above(reading.powerShare, condition, was)
    case 'commission_above':
      return above(reading.commissionRate, condition, was)
    default:
      return 'UNKNOWN'
  }
}

/** The figure that a condition of a validator is about; null: not known. */
export function valueOfValidator({ subject }: Condition, reading: ValidatorReading): number | null {
  switch (subject) {
    case 'window_missed':
      return wholeUptime(reading)
    case 'missed_in_a_row':
      return reading.consecutiveMissed
    case 'jail_near':
      return reading.secondsToJail
    case 'power_share':
      return reading.powerShare
    case 'commission_above':
    case 'commission_raised':
    case 'commission_lowered':
      return reading.commissionRate
    default:
      return null
  }
}

/** Has a vote, and its block is known. */
function isVoting({ letter, inSet, jailed }: ValidatorReading): boolean {
  return letter !== null && inSet && jailed !== true
}

/** Chains without x/staking have no bond status, but a set. */
function isActive({ bondStatus, inSet }: ValidatorReading): boolean | null {
  if (bondStatus === null) return null
  return bondStatus === 'BOND_STATUS_UNSPECIFIED' ? inSet : bondStatus === 'BOND_STATUS_BONDED'
}

/** Signed, of the whole window: what is still to come of a fresh one counts as signed. */
function wholeUptime({ missedBlocks, window }: ValidatorReading): number | null {
  return missedBlocks === null || window === null || window <= 0 ? null : 1 - missedBlocks / window
}

function windowMissed(condition: Condition, { reading, clean }: ValidatorInput, was: boolean): Truth {
  const { threshold, margin, cleanBlocks } = condition
  const { missedBlocks, window } = reading
  if (threshold === null || missedBlocks === null || window === null || window <= 0) return 'UNKNOWN'
  if (!was) return truthOf(missedBlocks > (1 - threshold) * window + epsilon)
  const isBehind = missedBlocks <= (1 - threshold - margin) * window + epsilon
  return truthOf(!(isBehind && clean >= cleanBlocks))
}

function missedInARow(condition: Condition, { reading, clean }: ValidatorInput, was: boolean): Truth {
  const { threshold, cleanBlocks } = condition
  if (was) return truthOf(clean < cleanBlocks)
  if (threshold === null || reading.consecutiveMissed === null) return 'UNKNOWN'
  return truthOf(reading.consecutiveMissed >= threshold)
}

function jailNear(condition: Condition, { reading, clean }: ValidatorInput, was: boolean): Truth {
  const { threshold, cleanBlocks } = condition
  if (was) return truthOf(clean < cleanBlocks)
  const { consecutiveMissed, secondsToJail } = reading
  if (threshold === null || consecutiveMissed === null) return 'UNKNOWN'
  if (consecutiveMissed < missesNearJail) return 'FALSE'
  return truthOf(secondsToJail === null ? null : secondsToJail <= threshold)
}

function above(value: number | null, { threshold, margin }: Condition, was: boolean): Truth {
  if (threshold === null || value === null) return 'UNKNOWN'
  return truthOf(value > threshold + (was ? -margin : 0) + epsilon)
}

export function evaluateBridge(condition: Condition, reading: BridgeReading, was: boolean): Truth {
  const { threshold, margin, subject } = condition
  const value = valueOfBridge(condition, reading)
  if (threshold === null || value === null) return 'UNKNOWN'
  if (subject === 'no_update' && value >= threshold) return silenceOf(reading, threshold)
  // Blocks behind must pass the threshold, times reach it.
  if (subject === 'lagging') return truthOf(value > threshold - (was ? margin : 0))
  return truthOf(value >= threshold)
}

/** Silence for longer than pushes could be taken may be ours. */
function silenceOf(
  { updateAgeMs, observedSilenceMs = updateAgeMs }: BridgeReading,
  threshold: number,
): Truth {
  return observedSilenceMs !== null && observedSilenceMs / 1000 >= threshold ? 'TRUE' : 'UNKNOWN'
}

/** The figure that a condition of a bridge is about: seconds or blocks; null: not known. */
export function valueOfBridge({ subject }: Condition, reading: BridgeReading): number | null {
  switch (subject) {
    case 'no_update':
      return reading.updateAgeMs === null ? null : reading.updateAgeMs / 1000
    case 'lagging':
      return reading.lag
    case 'stalled':
      return reading.stalledMs === null ? null : reading.stalledMs / 1000
    default:
      return null
  }
}

/** What the conditions of a network are decided from. Left out: this observation says nothing of it. */
export interface NetworkInputs {
  signedShare?: number | null
  /** `height`: of the newest block that was seen; left out: not known. */
  reach?: {
    state: NetworkState
    headAgeMs: number | null
    unseenMs: number | null
    height?: number | null
  }
  /** `basis`: how the plan is known, where it is known by itself. `planned`: what was planned before. */
  plan?: {
    upgrade: Upgrade
    planned?: Upgrade
    basis?: Basis | undefined
    height: number | null
    blockSeconds: number | null
  }
}

/** Which subjects the inputs say something of. */
export function isAbout(subject: Condition['subject'], inputs: NetworkInputs): boolean {
  switch (subject) {
    case 'low_power':
      return inputs.signedShare !== undefined
    case 'halted':
    case 'unseen':
      return inputs.reach !== undefined
    case 'upgrade_near':
      return inputs.plan !== undefined
    default:
      return false
  }
}

export function evaluateNetwork(condition: Condition, inputs: NetworkInputs, was: boolean): Truth {
  const { threshold, margin, subject } = condition
  const value = valueOfNetwork(condition, inputs)
  if (threshold === null) return 'UNKNOWN'
  switch (subject) {
    case 'low_power':
      return truthOf(value === null ? null : value < threshold + (was ? margin : 0) - epsilon)
    case 'halted':
    case 'unseen':
      return truthOf(value === null ? null : value >= threshold)
    case 'upgrade_near':
      if (inputs.plan && hasNoPlan(inputs.plan)) return 'FALSE'
      return truthOf(value === null ? null : value <= threshold + (was ? margin : 0))
    default:
      return 'UNKNOWN'
  }
}

/** The figure that a condition of a network is about; null: not known. */
export function valueOfNetwork({ subject }: Condition, inputs: NetworkInputs): number | null {
  switch (subject) {
    case 'low_power':
      return inputs.signedShare ?? null
    case 'halted':
      return inputs.reach ? haltedSeconds(inputs.reach) : null
    case 'unseen':
      return inputs.reach ? unseenSeconds(inputs.reach) : null
    case 'upgrade_near':
      return inputs.plan ? secondsToUpgrade(inputs.plan) : null
    default:
      return null
  }
}

/** 0 while blocks come; null where nobody sees whether they do. */
function haltedSeconds({ state, headAgeMs }: NonNullable<NetworkInputs['reach']>): number | null {
  if (state === 'LIVE') return 0
  return state === 'HALTED' && headAgeMs !== null ? headAgeMs / 1000 : null
}

/** 0 while an endpoint gives usable answers; null where nobody asks. */
function unseenSeconds({ state, unseenMs }: NonNullable<NetworkInputs['reach']>): number | null {
  if (state === 'LIVE' || state === 'HALTED') return 0
  return state === 'NOT_FOLLOWED' || unseenMs === null ? null : unseenMs / 1000
}

/** None is planned, or the one that was has been reached. */
function hasNoPlan({ upgrade, height }: NonNullable<NetworkInputs['plan']>): boolean {
  if (upgrade === undefined) return false
  return upgrade === null || (height !== null && height >= upgrade.height)
}

function secondsToUpgrade(plan: NonNullable<NetworkInputs['plan']>): number | null {
  const { upgrade, height, blockSeconds } = plan
  if (!upgrade || height === null || blockSeconds === null) return null
  return Math.max(0, upgrade.height - height) * blockSeconds
}
