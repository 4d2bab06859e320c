import type { StateRequest } from '../state/state-reader.ts'
import type { CurrentTally, OpenProposals, ProposalOutcome, ProposalVotes, UpgradeSignals } from './domain.ts'

/**
 * As for a state: `height` below the newest, `newest` the header above it, which proves what it commits to. Where it is
 * null or not PROVEN, hosts are compared.
 */
export type GovernanceRequest = Pick<StateRequest, 'height' | 'newest'>

/** The chain has no such module: two hosts say so, or the only one that answers. */
export type NoModule = 'NO_MODULE'

/**
 * Proposals, votes and signals of one chain, each with how it is known: PROVEN by its key in the store of x/gov or
 * x/signal; where that cannot be had, AGREED as two hosts say it alike (of two that differ a third one decides), or SINGLE
 * as the only one that answers has said it in three reads in a row. null, or left out: not known now, and what is known
 * stays. An error of a node is never an answer. Every function resolves, whatever the nodes do.
 *
 * Requests are counted as endpoints count them: ten keys are one exchange and ten requests.
 */
export interface GovernanceReader {
  /**
   * All proposals in voting period. Proven complete: between the entries of the queue of those that end (`01`, in every
   * SDK from 0.46 on) nothing else is.
   *
   * Requests: one for the list, then three for each proposal in it (its record, its place in the queue, what lies below
   * it) and two more (above the queue; the parameters). Not proven: the list and the parameters, of two hosts.
   */
  proposals(request: GovernanceRequest): Promise<OpenProposals | NoModule | null>
  /**
   * Whether these validators (operator addresses) have voted; of which period, by its end. null where the proposal is not in
   * voting period at that height (ask for its outcome), or nothing is known.
   *
   * Requests: one for each validator and one for the proposal, whether they have voted or not. Not proven: the same, of
   * two hosts.
   */
  votes(
    request: GovernanceRequest & { proposalId: number; operators: readonly string[] },
  ): Promise<ProposalVotes | null>
  /** What became of a proposal. Requests: one. Not proven: one, of two hosts. */
  outcome(request: GovernanceRequest & { proposalId: number }): Promise<ProposalOutcome | null>
  /**
   * What the votes come to now. A node counts all votes and the delegations of all voters while it is asked: not more than
   * once an hour for each proposal, and in its last hour every ten minutes. Never proven; of two hosts at one height.
   *
   * Requests: two.
   */
  tally(request: GovernanceRequest & { proposalId: number }): Promise<CurrentTally | null>
  /**
   * What validators have signalled (operator addresses; ask for twenty or so in turn), the upgrade that is scheduled, and the
   * tally of one version (null: of none). The tally is never proven.
   *
   * Requests: one for each validator, one for the upgrade, two for the tally. Not proven: the upgrade and the tally, of two
   * hosts; signals are not known.
   */
  signals(
    request: GovernanceRequest & { operators: readonly string[]; version: number | null },
  ): Promise<UpgradeSignals | NoModule | null>
}
