import type { SigningInfo, StakingValidator } from '../domain.ts'
import type { KnownValidator } from '../state/state-doubts.ts'

/** What is known after a state with these validators and signing infos, all of it reported. */
export function asKnown(state: {
  validators: readonly StakingValidator[]
  infos: readonly SigningInfo[]
}): KnownValidator[] {
  const infos = new Map(state.infos.map((info) => [info.consensus, info]))
  return state.validators.map((validator) => ({
    operatorAddress: validator.operatorAddress,
    consensusAddress: validator.consensus,
    moniker: validator.moniker,
    identity: validator.identity,
    website: validator.website,
    securityContact: validator.securityContact,
    details: validator.details,
    bondStatus: validator.status,
    jailed: validator.jailed,
    tombstoned: infos.get(validator.consensus)?.tombstoned ?? null,
    jailedUntil: infos.get(validator.consensus)?.jailedUntil ?? null,
    tokens: validator.tokens,
    delegatorShares: validator.delegatorShares,
    reportedTokens: validator.tokens,
    commissionRate: validator.commissionRate,
    commissionMaxRate: validator.commissionMaxRate,
    commissionMaxChangeRate: validator.commissionMaxChangeRate,
    commissionUpdatedAt: validator.commissionUpdatedAt,
    unbondingAt: validator.unbondingAt,
    removedAt: null,
  }))
}
