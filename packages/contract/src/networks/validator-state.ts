import type { Validator } from './validators.ts'

/** The one state that is shown of a validator; the first that holds, in this order (B10 of docs/rules/page.md). */
export type ValidatorState =
  | { kind: 'tombstoned' }
  /** Until when it cannot be unjailed; null where that is not known. */
  | { kind: 'jailed'; until: string | null }
  /** `seconds`: to jail, at least, and at most; null where not known. `exact`: the blocks are all that it missed in a row. */
  | { kind: 'risk'; seconds: number; secondsAtMost: number | null; blocks: number; exact: boolean }
  | { kind: 'missing'; seconds: number | null; secondsAtMost: number | null; blocks: number; exact: boolean }
  | { kind: 'bonded' }
  | { kind: 'unbonding' }
  | { kind: 'unbonded' }
  | { kind: 'unknown' }

/** Six hours: long enough to get up and drive, short enough not to cry wolf. */
const riskSeconds = 6 * 3_600
/** One or two missed blocks happen to everybody. */
export const missingBlocks = 3
/** An outage is over when so many blocks in a row were not missed: one that flaps is one outage. */
export const quietBlocks = 10

export function stateOf(validator: Validator): ValidatorState {
  const { seconds_to_jail: seconds, consecutive_missed: missed } = validator
  if (validator.tombstoned === true) return { kind: 'tombstoned' }
  const run = {
    secondsAtMost: validator.seconds_to_jail_at_most,
    blocks: missed ?? 0,
    exact: validator.consecutive_missed_exact === true,
  }
  if (validator.jailed === true) return { kind: 'jailed', until: validator.jailed_until }
  const isMissing = missed !== null && missed >= missingBlocks
  if (isMissing && seconds !== null && seconds <= riskSeconds) return { kind: 'risk', seconds, ...run }
  if (isMissing) return { kind: 'missing', seconds, ...run }
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

/** How much a state needs a person, as alerts about it do. */
type StateSeverity = 'CRITICAL' | 'WARNING'

/**
 * The severity of a state, for whatever is drawn of it; null: it needs nobody. The nearer a validator is to jail the
 * graver: within `riskSeconds`, in jail or out for good it is critical, any other that misses blocks a warning.
 */
export function severityOf({ kind }: Pick<ValidatorState, 'kind'>): StateSeverity | null {
  if (kind === 'missing') return 'WARNING'
  return kind === 'risk' || kind === 'jailed' || kind === 'tombstoned' ? 'CRITICAL' : null
}

/** In the active set: has a vote now. Holds on chains without a staking module as well. */
export function isActive(validator: Validator): boolean {
  return validator.voting_power !== '0'
}

export function sameState(a: ValidatorState, b: ValidatorState): boolean {
  // States are flat, and made in one place with their fields in one order.
  return JSON.stringify(a) === JSON.stringify(b)
}

const byUrgency = ['risk', 'missing', 'jailed', 'tombstoned', 'unknown', 'unbonding', 'unbonded', 'bonded']

/**
 * Orders states by how much they need a person: negative where `a` does more. Of two at risk or missing, the one that
 * is nearer to jail, then the one that has missed more; of two jailed ones, the one that was jailed last.
 */
export function compareUrgency(a: ValidatorState, b: ValidatorState): number {
  if (a.kind === 'jailed' && b.kind === 'jailed') return startOf(b.until) - startOf(a.until)
  if ((a.kind === 'risk' && b.kind === 'risk') || (a.kind === 'missing' && b.kind === 'missing')) {
    const [sooner, later] = [a.seconds ?? Number.MAX_VALUE, b.seconds ?? Number.MAX_VALUE]
    return sooner - later || b.blocks - a.blocks
  }
  return byUrgency.indexOf(a.kind) - byUrgency.indexOf(b.kind)
}

/** Unix ms; what is not known is the oldest. */
function startOf(until: string | null): number {
  return until === null ? 0 : Date.parse(until)
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
