import type { Source } from '../domain.ts'

/**
 * Votes and upgrades in the field's words (x/gov v1, and Celestia's x/signal). Times are Unix ms; tokens are bigints;
 * fractions are decimal strings with their point ("0.334000000000000000").
 */

/** By the types of its messages; two that differ make OTHER, but an upgrade among them makes SOFTWARE_UPGRADE. */
export type ProposalKind = 'TEXT' | 'SOFTWARE_UPGRADE' | 'PARAMETERS' | 'SPEND' | 'OTHER'

export type ProposalStatus = 'DEPOSIT_PERIOD' | 'VOTING_PERIOD' | 'PASSED' | 'REJECTED' | 'FAILED'

export type VoteOption = 'YES' | 'ABSTAIN' | 'NO' | 'NO_WITH_VETO'

/** One of the options of a vote; the weights of all are 1 together. */
export interface WeightedOption {
  option: VoteOption
  weight: string
}

export interface TallyResult {
  yes: bigint
  abstain: bigint
  no: bigint
  noWithVeto: bigint
}

/** One field of a message, for people: `name` is its own where we know the type, else its numbers ("2.1"). */
export interface MessageField {
  name: string
  value: string
}

/** What the chain does if the proposal passes. */
export interface ProposalMessage {
  /** Of the message; of the content within, where it is 0.46's envelope (MsgExecLegacyContent). */
  typeUrl: string
  /** At most so many and so long as a page can show; of an unknown type whatever reads as text or a number. */
  fields: readonly MessageField[]
  /** What MsgSoftwareUpgrade plans; null in every other message. */
  plan: { name: string; height: number } | null
}

export interface Proposal {
  id: number
  /** As its proposer wrote it, not harmless; '' where there is none. Before SDK 0.47 from its content or metadata. */
  title: string
  /** Markdown as its proposer wrote it; cut where it is too long for a page (`isShortened`). */
  summary: string
  isShortened: boolean
  /** Account (bech32); null before SDK 0.47. */
  proposer: string | null
  kind: ProposalKind
  messages: readonly ProposalMessage[]
  status: ProposalStatus
  /** Turns false when an expedited one fails: it goes on without the votes it had, with another end. */
  isExpedited: boolean
  submittedAt: number | null
  /** null in the deposit period. */
  votingStartAt: number | null
  votingEndAt: number | null
  /** null until it has left the voting period. */
  finalTally: TallyResult | null
  /** Why it failed, in the chain's words (SDK 0.50), which says one of those that were rejected as well; null: none is said. */
  failedReason: string | null
}

export interface GovernanceParams {
  /** Turnout from which a tally counts. */
  quorum: string
  /** Share of yes among those who did not abstain. */
  threshold: string
  /** Share of no with veto that rejects. */
  vetoThreshold: string
  /** null before SDK 0.50. */
  expeditedThreshold: string | null
}

/** All proposals in voting period at one height: complete, or not returned at all. */
export interface OpenProposals {
  height: number
  /** In the order of their ids. */
  proposals: readonly Proposal[]
  /** How it is known that these are all, and what each of them says. */
  source: Source
  /** null: not known now. */
  params: { value: GovernanceParams; source: Source } | null
}

/** Whether a validator has voted, at one height. */
export interface KnownVote {
  /** null: it is known that it has not voted. */
  options: readonly WeightedOption[] | null
  source: Source
}

/** The votes of some validators on a proposal in voting period. */
export interface ProposalVotes {
  proposalId: number
  height: number
  /**
   * End of the period that these votes are of. An expedited proposal that failed goes on with another end and without
   * the votes it had: what was voted before it means nothing after it.
   */
  votingEndAt: number
  /** By operator address. Who is left out is UNKNOWN: neither voted nor not voted. */
  votes: ReadonlyMap<string, KnownVote>
}

/** What became of a proposal. */
export interface ProposalOutcome {
  height: number
  /** null: the chain has it no more. It was cancelled (SDK 0.50), or its deposit never came together. */
  proposal: Proposal | null
  source: Source
}

/** Counted by a node while it is asked; nothing proves it. */
export interface CurrentTally {
  height: number
  tally: TallyResult
  /** AGREED or SINGLE. */
  source: Source
}

/** Celestia's x/signal: who runs a version that is ready for the next upgrade says so. */
export interface UpgradeSignals {
  height: number
  /** The upgrade that is scheduled: from then on nobody can signal. null: none is, or (`source` null) not known. */
  upgrade: { version: number; height: number } | null
  source: Source | null
  /** By operator address: the version that it has signalled last; null: none. Who is left out is UNKNOWN. */
  signals: ReadonlyMap<string, { version: number | null; source: Source }>
  /** Of the version that was asked for, in the power of consensus; null: not asked for, or not known. */
  tally: { version: number; power: bigint; threshold: bigint; total: bigint; source: Source } | null
}
