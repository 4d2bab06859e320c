import type {
  ChainState,
  SelfDelegation,
  SetMember,
  SigningInfo,
  StakingValidator,
} from '@roundsman/cometbft/domain'
import type { ValidatorFacts } from './validator-facts.ts'

export interface NamedValidator {
  facts: ValidatorFacts
  info: SigningInfo | undefined
}

/**
 * The facts of every validator that a state names: those of x/staking, and members of the set that x/staking does
 * not know (all of them on a chain without it). A member is found by its consensus address. x/staking names the new
 * key of a validator as soon as it is rotated, the set two blocks later: until then the member is found by its old
 * one, whose operator `operatorOf` knows.
 */
export function factsOfState(
  state: ChainState,
  operatorOf: (consensusAddress: string) => string | null,
): NamedValidator[] {
  const infos = new Map(state.slashing?.infos.map((info) => [info.consensus, info]))
  const members = new Map(state.set.map((member) => [member.address, member]))
  const validators = state.staking?.validators ?? []
  const today = new Set(validators.map(({ consensus }) => consensus))
  const byOldKey = new Map(
    state.set
      .filter(({ address }) => !today.has(address))
      .map((member) => [operatorOf(member.address), member]),
  )
  const named = validators.map((validator) => {
    const old = byOldKey.get(validator.operatorAddress)
    const member = members.get(validator.consensus) ?? old
    if (old) members.delete(old.address)
    members.delete(validator.consensus)
    const info = infos.get(validator.consensus) ?? (old && infos.get(old.address))
    const own = state.selfDelegations.get(validator.operatorAddress)
    return { facts: { ...stakingFacts(validator, member, info), ...ownStakeFacts(own) }, info }
  })
  const ranks = ranksOf(named.map(({ facts }, id) => ({ ...facts, id })))
  const others = [...members.values()].map((member) => {
    const info = infos.get(member.address)
    return { facts: memberFacts(member, info), info }
  })
  return [
    ...named.map(({ facts, info }, id) => ({ facts: { ...facts, rank: ranks.get(id) ?? null }, info })),
    ...others,
  ]
}

/** Of whom the state has no own stake nothing is known of it, in this read. */
function ownStakeFacts(own: SelfDelegation | undefined) {
  return {
    selfDelegation: own?.tokens ?? null,
    selfDelegationAssurance: own?.source.assurance ?? null,
    selfDelegationHost: own?.source.host ?? null,
  }
}

function stakingFacts(
  validator: StakingValidator,
  member: SetMember | undefined,
  info: SigningInfo | undefined,
): ValidatorFacts {
  return {
    operatorAddress: validator.operatorAddress,
    consensusAddress: validator.consensus,
    moniker: validator.moniker,
    identity: validator.identity,
    website: validator.website,
    securityContact: validator.securityContact,
    details: validator.details,
    bondStatus: validator.status,
    jailed: validator.jailed,
    tombstoned: info?.tombstoned ?? null,
    jailedUntil: info?.jailedUntil ?? null,
    tokens: validator.tokens,
    delegatorShares: validator.delegatorShares,
    ...ownStakeFacts(undefined),
    power: member?.power ?? 0n,
    rank: null,
    commissionRate: validator.commissionRate,
    commissionMaxRate: validator.commissionMaxRate,
    commissionMaxChangeRate: validator.commissionMaxChangeRate,
    commissionUpdatedAt: validator.commissionUpdatedAt,
    unbondingAt: validator.unbondingAt,
  }
}

/** Facts of a member of the set of which nothing else is known. */
export function memberFacts(
  member: Pick<SetMember, 'address' | 'power'>,
  info: SigningInfo | undefined,
): ValidatorFacts {
  return {
    operatorAddress: null,
    consensusAddress: member.address,
    moniker: null,
    identity: null,
    website: null,
    securityContact: null,
    details: null,
    bondStatus: 'BOND_STATUS_BONDED',
    jailed: null,
    tombstoned: info?.tombstoned ?? null,
    jailedUntil: info?.jailedUntil ?? null,
    tokens: null,
    delegatorShares: null,
    ...ownStakeFacts(undefined),
    power: member.power,
    rank: null,
    commissionRate: null,
    commissionMaxRate: null,
    commissionMaxChangeRate: null,
    commissionUpdatedAt: null,
    unbondingAt: null,
  }
}

export interface Ranked {
  id: number
  operatorAddress: string | null
  /** null: the chain does not say; such a row has no rank. */
  tokens: bigint | null
}

/** Ranks from 1 by tokens, most first, then by operator address; no two are alike. */
export function ranksOf(rows: readonly Ranked[]): Map<number, number> {
  const ranked = rows.filter((row) => row.tokens !== null).sort(byTokens)
  return new Map(ranked.map((row, index) => [row.id, index + 1]))
}

function byTokens(a: Ranked, b: Ranked): number {
  const [left, right] = [a.tokens ?? 0n, b.tokens ?? 0n]
  if (left !== right) return left > right ? -1 : 1
  const [one, other] = [a.operatorAddress ?? '', b.operatorAddress ?? '']
  return one < other ? -1 : one > other ? 1 : a.id - b.id
}
