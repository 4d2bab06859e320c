import type { GovernanceEvent } from '../governance/governance-event.ts'

/** Who is meant: place in the roster, or the moniker. */
type ValidatorRef = number | string

/**
 * Something that happens at a height, natural or arranged by a script. What a transaction or the block itself does
 * is seen in the state of height `at`, and in the validator set two heights later.
 */
export type ValidatorEvent =
  /** Does not sign `at` and the following ones, `blocks` in all (1). */
  | { at: number; what: 'absent' | 'nil'; validator: ValidatorRef; blocks?: number }
  /** Signs nothing from `at` on, for `blocks`, or until `up`. */
  | { at: number; what: 'down'; validator: ValidatorRef; blocks?: number }
  | { at: number; what: 'up'; validator: ValidatorRef }
  /** Jailed in the beginning of block `at` as for downtime: counters start again, tokens are slashed. */
  | { at: number; what: 'jail'; validator: ValidatorRef; forMs?: number }
  /** Refused, as on a chain, before the term is over and after a tombstone. */
  | { at: number; what: 'unjail'; validator: ValidatorRef }
  | { at: number; what: 'tombstone'; validator: ValidatorRef }
  /** 18-decimal fixed point. */
  | { at: number; what: 'commission'; validator: ValidatorRef; rate: bigint }
  /** Tokens in base units. */
  | { at: number; what: 'power'; validator: ValidatorRef; tokens: bigint }
  | { at: number; what: 'moniker'; validator: ValidatorRef; moniker: string }
  /** Asks for a new key, refused while jailed: set, record and signing info have it from `at` + 2 on. */
  | { at: number; what: 'rotate_key'; validator: ValidatorRef }
  /** What comes of it by itself. */
  | { at: number; what: 'key_rotated'; validator: ValidatorRef }
  /** The vote on `at` came late: commits that nodes have seen lack it, the canonical one has it. */
  | { at: number; what: 'late'; validator: ValidatorRef }
  /** The proposer of `at` + 1 writes the address of `as` beside this validator's vote in the canonical commit of `at`. */
  | { at: number; what: 'wrong_address'; validator: ValidatorRef; as: ValidatorRef }
  /** Comes into the store (a validator of the roster that has left or never was there). */
  | { at: number; what: 'join'; validator: ValidatorRef; tokens?: bigint }
  /** Takes all stake out: leaves the set, and the store when the unbonding is over. */
  | { at: number; what: 'leave'; validator: ValidatorRef }

/** What x/upgrade keeps: the name of the new version, and the height at which it takes over. */
export interface UpgradePlan {
  name: string
  height: number
}

/** Governance plans an upgrade at a height above, or takes the plan back. */
export type PlanEvent =
  | { at: number; what: 'upgrade_plan'; name: string; height: number }
  | { at: number; what: 'upgrade_canceled' }

export type WholeChainEvent =
  /** Block `at` is the last one for `forMs`, or until `resume()`. */
  | { at: number; what: 'halt'; forMs?: number }
  /** After block `at` the chain starts again at height 1 under another id. */
  | { at: number; what: 'restart_with_new_id'; chainId: string }

export type ChainEvent = ValidatorEvent | PlanEvent | GovernanceEvent | WholeChainEvent

export function isPlanEvent(event: ChainEvent): event is PlanEvent {
  return event.what === 'upgrade_plan' || event.what === 'upgrade_canceled'
}

export function isWholeChainEvent(event: ChainEvent): event is WholeChainEvent {
  return event.what === 'halt' || event.what === 'restart_with_new_id'
}
