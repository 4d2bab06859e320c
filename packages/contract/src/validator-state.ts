import type { Validator } from './validators.ts'

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

/** How many validators of a network need a person: jailed ones, and those that miss blocks or are at risk now. */
export interface Attention {
  jailed: number
  missing: number
}

/** Null where no validator of the network is known. */
export function attentionOf(validators: readonly Validator[]): Attention | null {
  if (validators.length === 0) return null
  const kinds = validators.map((validator) => stateOf(validator).kind)
  return {
    jailed: kinds.filter((kind) => kind === 'jailed').length,
    missing: kinds.filter((kind) => kind === 'missing' || kind === 'risk').length,
  }
}
