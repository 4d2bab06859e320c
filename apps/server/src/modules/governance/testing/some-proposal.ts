import type { Assurance, Source } from '@roundsman/cometbft/domain'
import type { KnownVote, OpenProposals, Proposal, TallyResult } from '@roundsman/cometbft/governance'
import type { Reading } from '../governance.store.ts'

export const day = 86_400_000
/** When votes begin on what `someProposal` makes, unless it says otherwise. */
export const start = Date.parse('2026-11-20T00:00:00Z')

/** A text in voting period for a week. */
export function someProposal(over: Partial<Proposal> = {}): Proposal {
  return {
    id: 7,
    title: 'Raise the limit',
    summary: 'It is **low**.',
    isShortened: false,
    proposer: 'celestia1proposer',
    kind: 'TEXT',
    messages: [],
    status: 'VOTING_PERIOD',
    isExpedited: false,
    submittedAt: start - day,
    votingStartAt: start,
    votingEndAt: start + 7 * day,
    finalTally: null,
    failedReason: null,
    ...over,
  }
}

export function someSource(assurance: Assurance = 'PROVEN'): Source {
  return { assurance, host: 'rpc.example.org' }
}

export function allOpen(proposals: readonly Proposal[], over: Partial<OpenProposals> = {}): OpenProposals {
  const value = { quorum: '0.334', threshold: '0.5', vetoThreshold: '0.334', expeditedThreshold: null }
  return { height: 100, proposals, source: someSource(), params: { value, source: someSource() }, ...over }
}

export const yes: KnownVote = {
  options: [{ option: 'YES', weight: '1.000000000000000000' }],
  source: someSource(),
}
export const notVoted: KnownVote = { options: null, source: someSource() }

export const someTally: TallyResult = { yes: 300n, abstain: 50n, no: 40n, noWithVeto: 10n }

/** As of a height, of which one comes each second from `start` on. */
export function someReading(height: number, over: Partial<Reading> = {}): Reading {
  const at = start + height * 1_000
  return { networkId: 1, epoch: 1, height, at, readAt: at + 500, bondedTokens: 1_000n, ...over }
}
