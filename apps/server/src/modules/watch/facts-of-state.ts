import type { ChainState, SetMember, SigningInfo, StakingValidator } from '@roundsman/cometbft/domain'
import { ranksOf } from './rank.ts'
import type { ValidatorFacts } from './validator-facts.ts'

/**
 * The facts of every validator that a state names: those of x/staking, and members of the set that x/staking does
 * not know (all of them on a chain without it). A member is found by its consensus address; during a key rotation
 * the set still names the old one, which `oldKeys` maps to the operator.
 */
export function factsOfState(state: ChainState, oldKeys: ReadonlyMap<string, string>): ValidatorFacts[] {
  const infos = new Map(state.slashing?.infos.map((info) => [info.consensus, info]))
  const members = new Map(state.set.map((member) => [member.address, member]))
  const named = (state.staking?.validators ?? []).map((validator) => {
    const member = takeMember(members, validator, oldKeys)
    return stakingFacts(validator, member, infos.get(validator.consensus))
  })
  const others = [...members.values()].map((member) => memberFacts(member, infos.get(member.address)))
  const ranks = ranksOf(named.map((facts, id) => ({ ...facts, id })))
  return [...named.map((facts, id) => ({ ...facts, rank: ranks.get(id) ?? null })), ...others]
}

function takeMember(
  members: Map<string, SetMember>,
  validator: StakingValidator,
  oldKeys: ReadonlyMap<string, string>,
): SetMember | undefined {
  const old = [...oldKeys].filter(([, operator]) => operator === validator.operatorAddress)
  let found: SetMember | undefined
  for (const address of [validator.consensus, ...old.map(([key]) => key)]) {
    found ??= members.get(address)
    members.delete(address)
  }
  return found
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
    power: member.power,
    rank: null,
    commissionRate: null,
    commissionMaxRate: null,
    commissionMaxChangeRate: null,
    commissionUpdatedAt: null,
    unbondingAt: null,
  }
}
