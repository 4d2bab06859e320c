import type { Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { Advice, Formats, Shares, What } from '../phrases.ts'

const governanceSubjects = [
  ...(['proposal_voting', 'upgrade_proposal_voting', 'proposal_passed', 'proposal_rejected'] as const),
  ...(['proposal_failed', 'signalling_began', 'upgrade_scheduled'] as const),
  ...(['not_voted', 'voted', 'not_signalled'] as const),
]
type GovernanceSubject = (typeof governanceSubjects)[number]

export function isGovernance(subject: Subject): boolean {
  return governanceSubjects.some((one) => one === subject)
}

/** What messages about votes and upgrades say besides what all say. */
export interface GovernancePhrases {
  what: Readonly<Record<GovernanceSubject, Readonly<Record<Trigger, What>>>>
  /** Where an SMS says it in fewer letters: most of another script than Latin has room for 67 a part. */
  whatInShort: Readonly<Partial<Record<GovernanceSubject, Readonly<Partial<Record<Trigger, What>>>>>>
  advice: Readonly<Partial<Record<GovernanceSubject, Readonly<Partial<Record<Trigger, Advice>>>>>>
  /** How the history calls the end of a vote or a signal that was missing, by what became of it. */
  became: Readonly<Record<'voted' | 'notVoted' | 'noVote' | 'signalled' | 'noSignal', string>>
  /** "Voting ends Nov 27, 14:00 UTC, in 5 h 50 min." */
  votingEnds: (time: string, span: string) => string
  votingEndsInShort: (time: string, span: string) => string
  /** In its place, of what is read when it is over. */
  votingOver: string
  /** Of an expedited proposal, what comes if it fails; and of one that failed, what came of the votes. */
  expedited: string
  startedOver: string
  startedOverInShort: string
  /** When the block of an upgrade is reckoned to come. */
  upgradeAt: (time: string, span: string) => string
  /** `isSoFar`: voting goes on; `quorum` null: not known. */
  turnout: (of: { turnout: number; quorum: number | null; isSoFar: boolean }, formats: Formats) => string
  /** "Yes 80%, No 12%, No with veto 3%, Abstain 5%." */
  tally: (shares: Shares, formats: Formats) => string
  /** Of a proposal to upgrade: which, and where. */
  ifPassed: (name: string, block: string | null) => string
  /** Why what passed could not be done. */
  failedReason: (reason: string) => string
  voteBy: (command: string) => string
  signalBy: (command: string) => string
  /** As an SMS has it. */
  voteInShort: (command: string) => string
  signalInShort: (command: string) => string
}
