import type { Assurance } from '@roundsman/contract/validators'
import type { BondStatus, ConsensusHex } from '@roundsman/cometbft/domain'

/** What a state read says of one validator. null: the chain does not say, or has not said yet. */
export interface ValidatorFacts {
  operatorAddress: string | null
  consensusAddress: ConsensusHex
  moniker: string | null
  identity: string | null
  website: string | null
  securityContact: string | null
  details: string | null
  bondStatus: BondStatus
  jailed: boolean | null
  tombstoned: boolean | null
  /** Unix ms, like all times here. */
  jailedUntil: number | null
  tokens: bigint | null
  /** Scaled by 1e18. */
  delegatorShares: bigint | null
  /** Tokens of the operator; of the last read that asked for them. */
  selfDelegation: bigint | null
  /** How that is known, and who answered; null where it is not, or was read before that was kept. */
  selfDelegationAssurance: Assurance | null
  selfDelegationHost: string | null
  /** Consensus power in the set of the read; 0 outside it. */
  power: bigint
  rank: number | null
  /** 18-decimal fixed point, e.g. "0.100000000000000000". */
  commissionRate: string | null
  commissionMaxRate: string | null
  commissionMaxChangeRate: string | null
  commissionUpdatedAt: number | null
  unbondingAt: number | null
}

/** What must be remembered of a validator beside the last facts. */
export interface ValidatorMemory {
  slot: number
  /** What the last power_changed and rank_changed events said, or the first values. Tokens less later slashes. */
  reportedTokens: bigint | null
  /** Counts where the chain has no tokens. */
  reportedPower: bigint
  reportedRank: number | null
  /** How the last change is known, and who answered. */
  stateAssurance: Assurance | null
  stateHost: string | null
  /** When `selfDelegation` was read; null: never, or before that was kept. */
  selfDelegationAt: number | null
  /** Height of the first complete answer that did not name it any more. */
  absentSince: number | null
  removedAt: number | null
}

/** A validator before it has a row (`id` null) or with the one it has. */
export interface ValidatorRecord extends ValidatorFacts, ValidatorMemory {
  id: number | null
  changedAt: number
}

/** A signing info by slot, as it is stored. */
export type SigningTuple = readonly [startHeight: number, indexOffset: number, missed: number]

/** The record of a validator that is seen for the first time: what it begins with is what later changes are measured by. */
export function newRecord(facts: ValidatorFacts, slot: number, now: number): ValidatorRecord {
  return {
    ...facts,
    id: null,
    slot,
    reportedTokens: facts.tokens,
    reportedPower: facts.power,
    reportedRank: facts.rank,
    stateAssurance: null,
    stateHost: null,
    selfDelegationAt: facts.selfDelegation === null ? null : now,
    absentSince: null,
    removedAt: null,
    changedAt: now,
  }
}
