import type { ValidatorFacts, ValidatorRecord } from './validator-facts.ts'

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
    absentSince: null,
    removedAt: null,
    changedAt: now,
  }
}
