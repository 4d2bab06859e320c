import type {
  BondStatus,
  ChainState,
  ConsensusHex,
  SelfDelegation,
  SetMember,
  SigningInfo,
  StakingValidator,
} from '@roundsman/cometbft/domain'
import type { Assurance } from '@roundsman/contract/networks/validators'

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

interface NamedValidator {
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

interface Ranked {
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

/** A consensus key that a validator used to have. */
export interface OldKey {
  address: string
  slot: number
}

/**
 * Which validator a consensus address belongs to, today or before its key was rotated: blocks from before a rotation,
 * and the set until it takes effect, still name the old one. What a validator has today counts before what another
 * one had, or still has that is gone.
 */
export interface ConsensusKeys {
  /** null: nobody that is known has, or had, this key. */
  slotOf(address: string): number | null
}

export function consensusKeys(
  records: readonly ValidatorRecord[],
  old: readonly OldKey[],
): ConsensusKeys & { old: readonly OldKey[] } {
  const slots = new Map(old.map(({ address, slot }) => [address, slot]))
  // A key may be used again by somebody else once its validator has left.
  const byPresence = (a: ValidatorRecord, b: ValidatorRecord) =>
    Number(a.removedAt === null) - Number(b.removedAt === null)
  for (const { consensusAddress, slot } of [...records].sort(byPresence)) slots.set(consensusAddress, slot)
  return { old, slotOf: (address) => slots.get(address) ?? null }
}
