import type { Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { Advice } from '../phrases.ts'

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
