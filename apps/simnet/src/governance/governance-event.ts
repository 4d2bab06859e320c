/** Who is meant: place in the roster, or the moniker. */
type ValidatorRef = number | string

/** What a proposal does. `other` stands for messages that few readers know. */
export type ProposalKind = 'text' | 'parameters' | 'spend' | 'upgrade' | 'other'

export type VoteChoice = 'yes' | 'abstain' | 'no' | 'no_with_veto'

/** A proposal is named by its id, which is one more than the one before. What is refused on a chain does nothing here. */
export type ProposalEvent =
  | {
      at: number
      what: 'submit_proposal'
      /** Default `text`; `upgrade` needs a plan. */
      kind?: ProposalKind
      title?: string
      summary?: string
      /** Default: the first of the roster. */
      proposer?: ValidatorRef
      /** Before SDK 0.50 there is no such thing. */
      expedited?: boolean
      /** false: less than it needs to be voted on. Default true. */
      funded?: boolean
      plan?: { name: string; height: number }
      /** Why its messages fail when it has passed. */
      fails?: string
    }
  /** Its deposit comes together: it is voted on from this block on. */
  | { at: number; what: 'fund_proposal'; proposal: number }
  /** Its votes are tallied at the end of this block, whatever its time. */
  | { at: number; what: 'end_voting'; proposal: number }
  /** By its proposer, before its end; not before SDK 0.50. */
  | { at: number; what: 'cancel_proposal'; proposal: number }

/** Default: `yes` with all its weight. A later one replaces it. */
export interface VoteEvent {
  at: number
  what: 'vote'
  proposal: number
  validator: ValidatorRef
  option?: VoteChoice
  /** Of each option, as texts that are 1 together: `{ yes: '0.7', no: '0.3' }`. */
  weights?: Partial<Record<VoteChoice, string>>
}

/** x/signal of Celestia. */
export type SignalEvent =
  | { at: number; what: 'signal'; validator: ValidatorRef; version: number }
  /** Somebody asks for the upgrade to be scheduled, which it is from five sixths of the power on. */
  | { at: number; what: 'try_upgrade' }

export type GovernanceEvent = ProposalEvent | VoteEvent | SignalEvent

const kinds: ReadonlySet<string> = new Set<GovernanceEvent['what']>([
  'submit_proposal',
  'fund_proposal',
  'end_voting',
  'cancel_proposal',
  'vote',
  'signal',
  'try_upgrade',
])

export function isGovernanceEvent(event: { what: string }): event is GovernanceEvent {
  return kinds.has(event.what)
}
