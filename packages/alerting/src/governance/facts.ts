import type { ProposalKind, ProposalState, VoteOption } from '@roundsman/contract/governance/governance'
import type { Basis } from '../deciding/observation.ts'
import type { Evidence } from '../deciding/outcome.ts'

// What is known of a network's votes and signals at a moment. Times are the chain's own, Unix ms, unless they say otherwise.

/** How something is known, as of which state of the chain. */
interface Read extends Basis {
  height: number
}

/** What one validator has done in a period of votes, as it was last read. */
export interface ReadVote extends Basis {
  validatorId: number
  /** null: it has not voted. */
  vote: readonly { option: VoteOption; weight: number }[] | null
  /** Of the first state that said so, and of the last one. */
  at: number
  seenAt: number
  seenHeight: number
  /** As of the last state before the votes were counted. */
  isLast: boolean
}

/** A period of votes on a proposal: one that is expedited and fails goes on with another end, and is another one then. */
export interface VotingPeriod extends Read {
  proposalId: number
  votingStart: number
  votingEnd: number
  /** MOVED: it was expedited, failed, and goes on with another end. */
  state: ProposalState | 'MOVED'
  title: string
  kind: ProposalKind
  isExpedited: boolean
  wasExpedited: boolean
  tally: NonNullable<Evidence['tally']> | null
  turnout: number | null
  quorum: number | null
  failedReason: string | null
  /** What the proposal itself would upgrade to. */
  plan: { name: string; height: number } | null
  voteCommand: string | null
  votes: readonly ReadVote[]
}

export interface ReadSignal extends Basis {
  validatorId: number
  version: number | null
  at: number
  height: number
}

/** What x/signal says. */
export interface Signals extends Basis {
  /** Of the last reading. */
  at: number
  height: number
  /** The version of the application that makes blocks now. */
  appVersion: number
  /** The version that has most of the power, with its shares of it; null: not known. */
  tally: { version: number; powerShare: number; threshold: number } | null
  /** The upgrade that is scheduled, with when it is likely to come; undefined: not known. */
  upgrade: { version: number; height: number; at: number | null } | null | undefined
  signals: readonly ReadSignal[]
}

export interface GovernanceFacts {
  epoch: number
  /** Header time of the newest block, and its height. */
  chainNow: number
  height: number
  /** By the database's clock, Unix ms. */
  now: number
  /** Those that votes are cast in, and those that ended lately; null: nobody has said yet what is open. */
  periods: readonly VotingPeriod[] | null
  /** null: the chain has none, or nobody has said. */
  signals: Signals | null
}
