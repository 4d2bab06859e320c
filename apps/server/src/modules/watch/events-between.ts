import type { BondStatus } from '@roundsman/cometbft/domain'
import { type Between, jailingsBetween, slashBetween } from './jailings-between.ts'
import type { ValidatorFacts, ValidatorMemory } from './model/validator-facts.ts'
import type { Change, EventKind } from './watch-event.ts'

/** Power is reported when it is this share of what was reported last away from it: small delegations are no news. */
const powerShare = { numerator: 1n, denominator: 100n }
/** A rank that others moved is told only when it is so many places away from the last told one. */
const driftedPlaces = 5

const bondKinds: Partial<Record<BondStatus, EventKind>> = {
  BOND_STATUS_BONDED: 'bonded',
  BOND_STATUS_UNBONDING: 'unbonding',
  BOND_STATUS_UNBONDED: 'unbonded',
}

/**
 * What happened between what is known of a validator and what is read of it now. A value that was or is not known
 * tells nothing. Pure; the same two never tell twice, since what was told becomes what is known.
 */
export function eventsBetween(
  before: ValidatorFacts & ValidatorMemory,
  after: ValidatorFacts,
  between: Between,
): Change[] {
  const changes: Change[] = []
  const tell = (kind: EventKind, from: string | null, to: string | null) => {
    changes.push({ kind, before: from, after: to })
  }
  if (before.consensusAddress !== after.consensusAddress)
    tell('key_changed', before.consensusAddress, after.consensusAddress)
  if (before.tombstoned === false && after.tombstoned === true) tell('tombstoned', 'false', 'true')
  const jailings = jailingsBetween(before, after, between)
  changes.push(...jailings)
  const slash = slashBetween(before, after)
  // Who is jailed is slashed in the same block.
  const when = jailings.find(({ kind }) => kind === 'jailed')?.when
  if (slash) changes.push(when ? { ...slash, when } : slash)
  const bondKind = bondKinds[after.bondStatus]
  if (before.bondStatus !== after.bondStatus && bondKinds[before.bondStatus] && bondKind)
    tell(bondKind, before.bondStatus, after.bondStatus)
  if (isOther(before.commissionRate, after.commissionRate))
    tell('commission_changed', before.commissionRate, after.commissionRate)
  if (isOther(before.moniker, after.moniker)) tell('moniker_changed', before.moniker, after.moniker)
  if (isPowerNews(before.toldPower, after.power))
    tell('power_changed', before.toldPower.toString(), after.power.toString())
  if (isRankNews(before, after)) tell('rank_changed', String(before.toldRank), String(after.rank))
  return changes
}

/** What counts as told after these events: the baseline that drift is measured from. */
export function toldAfter(
  before: ValidatorMemory,
  after: ValidatorFacts,
  changes: readonly Change[],
): Pick<ValidatorMemory, 'toldPower' | 'toldRank'> {
  const told = new Set(changes.map((change) => change.kind))
  // In or out of the set is told by the bond events; the first power in the set is where drift begins.
  const entersOrLeaves = (before.toldPower === 0n) !== (after.power === 0n)
  return {
    toldPower: told.has('power_changed') || entersOrLeaves ? after.power : before.toldPower,
    toldRank: told.has('rank_changed') || before.toldRank === null ? after.rank : before.toldRank,
  }
}

function isOther(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && before !== after
}

function isPowerNews(told: bigint, power: bigint): boolean {
  if (told === 0n || power === 0n || told === power) return false
  const difference = told > power ? told - power : power - told
  return difference * powerShare.denominator >= told * powerShare.numerator
}

function isRankNews(before: ValidatorFacts & ValidatorMemory, after: ValidatorFacts): boolean {
  if (before.toldRank === null || after.rank === null || before.toldRank === after.rank) return false
  const movedItself = before.tokens !== after.tokens && before.rank !== after.rank
  return movedItself || Math.abs(before.toldRank - after.rank) >= driftedPlaces
}
