import type { BondStatus } from '@roundsman/cometbft/domain'
import { isReportableStake, worthBeforeSlash } from '@roundsman/cometbft/stake'
import type { ValidatorEventKind } from '@roundsman/contract/networks/validator-details'
import type { Assurance } from '@roundsman/contract/networks/validators'
import type { ValidatorFacts, ValidatorMemory } from '../model/validator-facts.ts'

/** Something that happened to a validator, as text: what was, what is. */
export interface Change {
  kind: ValidatorEventKind
  before: string | null
  after: string | null
  /** Where it is known better than by the state that showed it: the chain's own time (Unix ms) and height of it. */
  when?: { chainAt: number; height: number | null }
}

/** A change of the validator that holds a slot; `slot` null: of the whole network (a gap). */
export interface WatchEvent extends Change {
  slot: number | null
  height: number | null
  /** When it was found out, Unix ms. */
  at: number
  /** The chain's own time of it, Unix ms; null where it is not known. */
  chainAt: number | null
  /** How it is known, and who answered; null where nobody did. */
  assurance: Assurance | null
  host: string | null
  /** Row of the validator, where it was there before the batch of the event. */
  validatorId?: number | null
  /** Of an outage: its missed blocks, the header time of the first one (Unix ms), and whether there may be more. */
  missed?: number
  since?: number
  atLeast?: boolean
}

/** A rank that others moved is reported only when it is so many ranks away from the last reported one. */
const driftedPlaces = 5

const bondKinds: Partial<Record<BondStatus, ValidatorEventKind>> = {
  BOND_STATUS_BONDED: 'bonded',
  BOND_STATUS_UNBONDING: 'unbonding',
  BOND_STATUS_UNBONDED: 'unbonded',
}

/**
 * What happened between what is known of a validator and what is read of it now. A value that was or is not known
 * reports nothing. Pure; the same two never report twice, since what was reported becomes what is known.
 */
export function eventsBetween(
  before: ValidatorFacts & ValidatorMemory,
  after: ValidatorFacts,
  between: Between,
): Change[] {
  const changes: Change[] = []
  const report = (kind: ValidatorEventKind, from: string | null, to: string | null) => {
    changes.push({ kind, before: from, after: to })
  }
  if (before.consensusAddress !== after.consensusAddress)
    report('key_changed', before.consensusAddress, after.consensusAddress)
  if (before.tombstoned === false && after.tombstoned === true) report('tombstoned', 'false', 'true')
  const jailings = jailingsBetween(before, after, between)
  changes.push(...jailings)
  const slash = slashBetween(before, after)
  // Who is jailed is slashed in the same block.
  const when = jailings.find(({ kind }) => kind === 'jailed')?.when
  if (slash) changes.push(when ? { ...slash, when } : slash)
  const bondKind = bondKinds[after.bondStatus]
  if (before.bondStatus !== after.bondStatus && bondKinds[before.bondStatus] && bondKind)
    report(bondKind, before.bondStatus, after.bondStatus)
  if (isOther(before.commissionRate, after.commissionRate))
    report('commission_changed', before.commissionRate, after.commissionRate)
  if (isOther(before.moniker, after.moniker)) report('moniker_changed', before.moniker, after.moniker)
  const stake = reportableStake(before, after, slash)
  if (stake) report('power_changed', stake.reported.toString(), stake.now.toString())
  if (isReportableRank(before, after)) report('rank_changed', String(before.reportedRank), String(after.rank))
  return changes
}

/** What counts as reported after these events: the baseline that drift is measured from. */
export function reportedAfter(
  before: ValidatorMemory,
  after: ValidatorFacts,
  changes: readonly Change[],
): Pick<ValidatorMemory, 'reportedTokens' | 'reportedPower' | 'reportedRank'> {
  const reported = new Set(changes.map((change) => change.kind))
  const isReportedAnew = reported.has('power_changed') || reported.has('joined')
  // In or out of the set is reported by the bond events; the first power in the set is where drift begins.
  const entersOrLeaves = (before.reportedPower === 0n) !== (after.power === 0n)
  return {
    reportedTokens: isReportedAnew
      ? after.tokens
      : reportedTokensAfter(before.reportedTokens, after.tokens, changes),
    reportedPower: isReportedAnew || entersOrLeaves ? after.power : before.reportedPower,
    reportedRank:
      reported.has('rank_changed') || before.reportedRank === null ? after.rank : before.reportedRank,
  }
}

/** A slash has reported what it took; what was not reported before it is not reported by it either. */
function reportedTokensAfter(
  reported: bigint | null,
  tokens: bigint | null,
  changes: readonly Change[],
): bigint | null {
  if (reported === null || tokens === null) return reported ?? tokens
  const slash = changes.find(({ kind }) => kind === 'slashed') ?? null
  const left = reported - (unslashed(tokens, slash) - tokens)
  return left > 0n ? left : 0n
}

function isOther(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && before !== after
}

/** The stake that was reported last and the one of now, where they are so far apart that it is reported. */
function reportableStake(
  before: ValidatorFacts & ValidatorMemory,
  after: ValidatorFacts,
  slash: Change | null,
): { reported: bigint; now: bigint } | null {
  const { reportedTokens, reportedPower: power } = before
  if (reportedTokens !== null && after.tokens !== null) {
    const now = unslashed(after.tokens, slash)
    return isReportableStake(reportedTokens, now) ? { reported: reportedTokens, now } : null
  }
  // Tokens that are not known now, or were not before, report nothing; a chain without any has its power.
  const hasTokens = reportedTokens !== null || before.tokens !== null || after.tokens !== null
  if (hasTokens || power === 0n || after.power === 0n) return null
  return isReportableStake(power, after.power) ? { reported: power, now: after.power } : null
}

/** What a slash took is reported by it. */
function unslashed(tokens: bigint, slash: Change | null): bigint {
  return slash?.before == null ? tokens : BigInt(slash.before)
}

function isReportableRank(before: ValidatorFacts & ValidatorMemory, after: ValidatorFacts): boolean {
  if (before.reportedRank === null || after.rank === null || before.reportedRank === after.rank) return false
  const movedItself = before.tokens !== after.tokens && before.rank !== after.rank
  return movedItself || Math.abs(before.reportedRank - after.rank) >= driftedPlaces
}

/** What lies between two states that are compared. Times are the chain's own, Unix ms. */
export interface Between {
  /** Of the earlier state; null: not known. */
  from: number | null
  /** Of the later one. */
  to: number
  /** For how long x/slashing jails whoever misses too much; null where the chain does not say. */
  downtimeJailMs: number | null
  /** The height of a block by its time; null: not known. */
  heightAt(time: number): number | null
}

/**
 * Jailings and un-jailings between two states, also those that neither of them shows: x/slashing keeps `jailed_until`
 * after un-jailing, and sets it anew with each jailing. In the order in which they happened.
 */
function jailingsBetween(before: ValidatorFacts, after: ValidatorFacts, between: Between): Change[] {
  if (before.jailed === null || after.jailed === null) return []
  const again = wasJailedAnew(before, after, between)
  const jailed: Change = { kind: 'jailed', before: 'false', after: 'true', ...jailedWhen(after, between) }
  const unjailed: Change = { kind: 'unjailed', before: 'true', after: 'false' }
  if (!before.jailed && after.jailed) return [again ? jailed : withoutWhen(jailed)]
  if (before.jailed && !after.jailed) return again ? [unjailed, jailed, unjailed] : [unjailed]
  if (!again) return []
  if (!before.jailed) return [jailed, unjailed]
  // Who is jailed already and is then found to have signed twice stays in jail, for good.
  return after.tombstoned === true ? [] : [unjailed, jailed]
}

/** No earlier jailing ends after a state in which its validator is free, or is jailed by a still earlier one. */
function wasJailedAnew(before: ValidatorFacts, after: ValidatorFacts, { from }: Between): boolean {
  const until = after.jailedUntil
  if (until === null || (before.jailedUntil !== null && until <= before.jailedUntil)) return false
  return from === null || until > from
}

/** x/slashing jails until the time of the block plus a fixed term. */
function jailedWhen({ jailedUntil }: ValidatorFacts, between: Between): Pick<Change, 'when'> {
  const { from, to, downtimeJailMs, heightAt } = between
  if (jailedUntil === null || downtimeJailMs === null) return {}
  const chainAt = jailedUntil - downtimeJailMs
  if (chainAt > to || (from !== null && chainAt <= from)) return {}
  return { when: { chainAt, height: heightAt(chainAt) } }
}

function withoutWhen({ kind, before, after }: Change): Change {
  return { kind, before, after }
}

/**
 * A slash between two states: a share of the delegators is worth less than before, which no delegation does. Says
 * what all shares of today were worth before, and what they are worth now, in tokens.
 */
function slashBetween(before: ValidatorFacts, after: ValidatorFacts): Change | null {
  const [was, is] = [stakeOf(before), stakeOf(after)]
  const worth = was && is && worthBeforeSlash(was, is)
  return worth ? { kind: 'slashed', before: worth.toString(), after: is.tokens.toString() } : null
}

function stakeOf({ tokens, delegatorShares }: ValidatorFacts) {
  return tokens === null || delegatorShares === null ? null : { tokens, delegatorShares }
}
