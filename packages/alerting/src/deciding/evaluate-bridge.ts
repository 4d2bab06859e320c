import type { Condition } from '../catalogue/condition.ts'
import type { BridgeReading } from './observation.ts'
import { type Truth, truthOf } from './truth.ts'

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
