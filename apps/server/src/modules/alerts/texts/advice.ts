import type { DelegatorPhrases } from './delegator/delegator-phrases.ts'
import { isMissing, isStill } from './figures.ts'
import type { Advice, Cause, Formats } from './phrases.ts'
import { isBegun, isForGood, isJailedForGood } from './time-left.ts'
import type { AlertFacts, Writing } from './writing.ts'

/** Who runs it is told how to mend it, a delegator what they can do; where others have the same trouble neither can mend it. */
export function adviceOf(
  facts: AlertFacts,
  { phrases, delegator }: Writing,
  { cause, isSeveral, formats }: { formats: Formats; cause: Cause | null; isSeveral: boolean },
): Advice | undefined {
  // In jail the window starts over: nothing of what was missed counts any more (E347).
  if (facts.subject === 'jail_near' && facts.evidence.ended_in_jail === true) return undefined
  // It signs again, though its share of the window is missed for a while: nothing is to be looked at (E399, E415).
  if (isMissing(facts) && facts.isSigning && facts.jailedUntil === null) return undefined
  const of = { ...facts, subject: advisedAs(facts) }
  const isOperator = of.watchedAs === 'OPERATOR'
  const known = isOperator
    ? (slashedFor(facts, phrases) ?? phrases.advice[of.subject]?.[of.trigger])
    : delegatorAdvice(of, delegator, { formats, isSeveral })
  if (known && cause === 'NETWORK') return (isOperator ? phrases : delegator).adviceWhereNetwork
  return known && isSeveral ? { ...known, ...known.ofSeveral } : known
}

export function adviceOfSms(
  { severity, subject }: AlertFacts,
  advice: Advice | undefined,
): { must: string[]; may: string[] } {
  const { urgent } = advice ?? {}
  if (urgent !== undefined && severity === 'CRITICAL') return { must: [urgent], may: [] }
  if (advice?.above === undefined) return { must: [], may: advice?.short ?? [] }
  const above = [advice.above.inShort]
  return severity === 'CRITICAL' || subject === 'tombstoned'
    ? { must: above, may: advice.short }
    : { must: [], may: [...advice.short, ...above] }
}

/** For what it was slashed, where its jail says so (P1013): downtime has an end of it, a double sign none. */
function slashedFor(facts: AlertFacts, phrases: Writing['phrases']): Advice | null {
  if (!isBegun(facts, 'slashed') || facts.jailedUntil === null) return null
  return phrases.slashedFor[isForGood(facts.jailedUntil) ? 'DOUBLE_SIGN' : 'DOWNTIME']
}

/** As what it is advised: who signed twice is jailed for good, and a bridge that stands is not slow. */
function advisedAs(facts: AlertFacts): AlertFacts['subject'] {
  if (isJailedForGood(facts)) return 'tombstoned'
  return isStill(facts) ? 'stalled' : facts.subject
}

/** What can be done by who cannot touch the node. */
function delegatorAdvice(
  { subject, trigger, unbondingMs, downtimeSlash }: AlertFacts,
  { advice }: DelegatorPhrases,
  { formats, isSeveral }: { formats: Formats; isSeveral: boolean },
): Advice | undefined {
  const share = downtimeSlash === null ? null : formats.percent(downtimeSlash)
  return advice[subject]?.[trigger]?.({
    unbonding: unbondingMs === null ? null : formats.span(unbondingMs / 1000),
    // Less than is written would read as nothing.
    downtime: downtimeSlash === 0 ? '' : share === formats.percent(0) ? null : share,
    isSeveral,
  })
}
