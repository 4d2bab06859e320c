import { worthBeforeSlash } from '@roundsman/cometbft/stake'
import type { ValidatorFacts } from './model/validator-facts.ts'
import type { Change } from './watch-event.ts'

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
export function jailingsBetween(before: ValidatorFacts, after: ValidatorFacts, between: Between): Change[] {
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
export function slashBetween(before: ValidatorFacts, after: ValidatorFacts): Change | null {
  const [was, is] = [stakeOf(before), stakeOf(after)]
  const worth = was && is && worthBeforeSlash(was, is)
  return worth ? { kind: 'slashed', before: worth.toString(), after: is.tokens.toString() } : null
}

function stakeOf({ tokens, delegatorShares }: ValidatorFacts) {
  return tokens === null || delegatorShares === null ? null : { tokens, delegatorShares }
}
