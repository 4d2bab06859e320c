import type { Condition } from '../catalogue/condition.ts'
import type { ValidatorReading } from './observation.ts'
import { epsilon, type Truth, truthOf } from './truth.ts'

/** One or two missed blocks happen to everybody. */
const missesNearJail = 3

/** What a validator's conditions are decided from. */
export interface ValidatorMoment {
  reading: ValidatorReading
  /** Signed blocks in a row, as far as they were counted. */
  clean: number
}

/**
 * Whether a condition holds for a validator. `was`: it held before; then it ends only behind its margin and after its
 * clean blocks. Changes (stake, commission, slashes) are decided elsewhere: they need what was before.
 */
export function evaluateValidator(condition: Condition, moment: ValidatorMoment, was: boolean): Truth {
  const { reading } = moment
  switch (condition.subject) {
    case 'window_missed':
      return isVoting(reading) ? windowMissed(condition, moment, was) : 'UNKNOWN'
    case 'missed_in_a_row':
      return isVoting(reading) ? missedInARow(condition, moment, was) : 'UNKNOWN'
    case 'jail_near':
      return isVoting(reading) ? jailNear(condition, moment, was) : 'UNKNOWN'
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
export function isVoting({ letter, inSet, jailed }: ValidatorReading): boolean {
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

function windowMissed(condition: Condition, { reading, clean }: ValidatorMoment, was: boolean): Truth {
  const { threshold, margin, cleanBlocks } = condition
  const { missedBlocks, window } = reading
  if (threshold === null || missedBlocks === null || window === null || window <= 0) return 'UNKNOWN'
  if (!was) return truthOf(missedBlocks > (1 - threshold) * window + epsilon)
  const isBehind = missedBlocks <= (1 - threshold - margin) * window + epsilon
  return truthOf(!(isBehind && clean >= cleanBlocks))
}

function missedInARow(condition: Condition, { reading, clean }: ValidatorMoment, was: boolean): Truth {
  const { threshold, cleanBlocks } = condition
  if (was) return truthOf(clean < cleanBlocks)
  if (threshold === null || reading.consecutiveMissed === null) return 'UNKNOWN'
  return truthOf(reading.consecutiveMissed >= threshold)
}

function jailNear(condition: Condition, { reading, clean }: ValidatorMoment, was: boolean): Truth {
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
