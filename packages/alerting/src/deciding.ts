import { stakeChangeNow } from './deciding/changes.ts'
import { valueOfBridge, valueOfNetwork, valueOfValidator } from './deciding/evaluate.ts'
import { type AlertingState, emptyState, type Head, shownState, stateVersion } from './deciding/state.ts'
import { bridgeOf, step } from './deciding/step.ts'

export type { RuleFailure } from './deciding/decision.ts'
export type {
  BridgeReading,
  ChainEvent,
  HeightObservation,
  NetworkReading,
  Observation,
  StateObservation,
  TickObservation,
  ValidatorReading,
} from './deciding/observation.ts'
export { beginningOf } from './deciding/outcome.ts'
export type { Evidence, Outcome } from './deciding/outcome.ts'
export type { AlertingState, ConditionState, Head, TargetKey, TargetState } from './deciding/state.ts'

/** What decides that something began or ended: a step from a state and an observation to a state and what is reported. */
export const deciding = {
  /** A state in which nothing was ever seen of an epoch. */
  begin: emptyState,
  step,
  /** How a condition of a target is shown now. */
  shown: shownState,
  /** The figure that a condition is about, of a reading; null: not known, or it is about none. */
  valueOf: { validator: valueOfValidator, bridge: valueOfBridge, network: valueOfNetwork },
  /** What is said of a bridge beside that figure. */
  besideFigure: bridgeOf,
  /** The same of what changes: how far a stake is from where it was; null: not known, or the condition is about another. */
  stakeChangeNow,
  /** A state as it was stored. @throws Error where it is of a version that this program does not know */
  read(stored: { head: { version: number }; targets: AlertingState['targets'] }): AlertingState {
    if (!isOfThisVersion(stored.head))
      throw new Error(
        `the state of the alerts is of version ${stored.head.version}, this program knows ${stateVersion}: run the program that wrote it, or a newer one`,
      )
    return { head: stored.head, targets: stored.targets }
  },
}

function isOfThisVersion(head: { version: number }): head is Head {
  return head.version === stateVersion
}
