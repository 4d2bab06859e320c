import type { DelegatorPhrases } from './delegator-phrases.ts'
import type { Advice, Formats } from './phrases.ts'
import type { AlertFacts } from './writing.ts'

/** What can be done by who cannot touch the node. */
export function delegatorAdvice(
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
