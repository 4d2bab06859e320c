import type { Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { Language } from '@roundsman/contract/accounts/users'
import { delegatorEn } from './delegator-en.data.ts'
import { delegatorRu } from './delegator-ru.data.ts'
import { delegatorUk } from './delegator-uk.data.ts'
import type { Advice, Formats } from './phrases.ts'
import type { AlertFacts } from './writing.ts'

/** What the advice to a delegator names of the chain; null: not known. */
export interface Stake {
  /** How long until stake that was redelegated can be redelegated again, and undelegated stake is free. */
  unbonding: string | null
  /** Of a delegation, what is slashed for downtime; '' for nothing. */
  downtime: string | null
  isSeveral: boolean
}

/** What messages tell a delegator where an operator is told something else (E291). */
export interface DelegatorPhrases {
  advice: Readonly<Partial<Record<Subject, Readonly<Partial<Record<Trigger, (stake: Stake) => Advice>>>>>>
  /** In place of the advice about misses where the network is to blame. */
  adviceWhereNetwork: Advice
  /** What a slash is to a delegator: no part of all that the validator holds. It follows a colon. */
  slashed: (share: string) => string
  /** From when its operator can take it out of jail; `span` null: already. */
  unjail: (of: { time: string; span: string | null; isSeveral: boolean }) => string
}

export const delegatorPhrases: Readonly<Record<Language, DelegatorPhrases>> = {
  en: delegatorEn,
  ru: delegatorRu,
  uk: delegatorUk,
}

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
