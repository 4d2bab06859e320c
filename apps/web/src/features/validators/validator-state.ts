import type { Validator } from '@roundsman/contract/validators'

/** The one state that is shown of a validator; the first that holds, in this order (P10 of docs/rules/page.md). */
export type ValidatorState =
  | { kind: 'tombstoned' }
  | { kind: 'jailed' }
  | { kind: 'risk'; seconds: number }
  | { kind: 'missing'; blocks: number }
  | { kind: 'bonded' }
  | { kind: 'unbonding' }
  | { kind: 'unbonded' }
  | { kind: 'unknown' }

/** Six hours: long enough to get up and drive, short enough not to cry wolf. */
export const riskSeconds = 6 * 3_600
/** One or two missed blocks happen to everybody. */
export const missingBlocks = 3

export function stateOf(validator: Validator): ValidatorState {
  const { seconds_to_jail: seconds, consecutive_missed: missed } = validator
  if (validator.tombstoned === true) return { kind: 'tombstoned' }
  if (validator.jailed === true) return { kind: 'jailed' }
  if (seconds !== null && seconds <= riskSeconds) return { kind: 'risk', seconds }
  if (missed !== null && missed >= missingBlocks) return { kind: 'missing', blocks: missed }
  switch (validator.bond_status) {
    case 'BOND_STATUS_BONDED':
      return { kind: 'bonded' }
    case 'BOND_STATUS_UNBONDING':
      return { kind: 'unbonding' }
    case 'BOND_STATUS_UNBONDED':
      return { kind: 'unbonded' }
    case 'BOND_STATUS_UNSPECIFIED':
      return { kind: 'unknown' }
  }
}

/** In the active set: has a vote now. Holds on chains without a staking module as well. */
export function isActive(validator: Validator): boolean {
  return validator.voting_power !== '0'
}

export function sameState(a: ValidatorState, b: ValidatorState): boolean {
  if (a.kind === 'risk' && b.kind === 'risk') return a.seconds === b.seconds
  if (a.kind === 'missing' && b.kind === 'missing') return a.blocks === b.blocks
  return a.kind === b.kind
}

/** How much a state needs a person: the smaller, the more. */
export function urgency(state: ValidatorState): number {
  return ['risk', 'missing', 'jailed', 'tombstoned', 'unknown', 'unbonding', 'unbonded', 'bonded'].indexOf(
    state.kind,
  )
}
