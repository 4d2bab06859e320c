import type { GovernanceEvent, ProposalEvent, SignalEvent, VoteEvent } from './governance-event.ts'

/** What a script says of x/gov and x/signal; in whatever order it is arranged. */
export interface GovernanceScript {
  arrange(event: GovernanceEvent): void
  at(height: number): readonly (ProposalEvent | SignalEvent)[]
  votesOn(proposal: number): readonly VoteEvent[]
  submittedBefore(height: number): number
}

const nothing: readonly (ProposalEvent | SignalEvent)[] = []
const noVotes: readonly VoteEvent[] = []

export function createGovernanceScript(): GovernanceScript {
  const events = new Map<number, (ProposalEvent | SignalEvent)[]>()
  const votes = new Map<number, VoteEvent[]>()
  const submitted: number[] = []
  return {
    arrange(event) {
      if (event.what === 'vote') {
        const there = [...(votes.get(event.proposal) ?? []), event]
        votes.set(
          event.proposal,
          there.sort((a, b) => a.at - b.at),
        )
        return
      }
      if (event.what === 'submit_proposal') submitted.push(event.at)
      const there = events.get(event.at)
      if (there === undefined) events.set(event.at, [event])
      else there.push(event)
    },
    at: (height) => events.get(height) ?? nothing,
    votesOn: (proposal) => votes.get(proposal) ?? noVotes,
    submittedBefore: (height) => submitted.filter((at) => at < height).length,
  }
}
