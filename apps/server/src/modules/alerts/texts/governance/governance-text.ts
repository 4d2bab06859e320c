import { nearMs } from '../figures.ts'
import type { Figures, Formats } from '../phrases.ts'
import type { AlertFacts, Writing } from '../writing.ts'
import { isGovernance } from './governance-phrases.ts'
import { harmlessTitle, longestTitleInShort } from './proposal.ts'

const subjectsInVoting: readonly AlertFacts['subject'][] = [
  'proposal_voting',
  'upgrade_proposal_voting',
  'not_voted',
]

/** It can still be voted on, as far as the alert says. */
function isVoting({ subject, trigger }: AlertFacts): boolean {
  return trigger === 'FALSE_TO_TRUE' && subjectsInVoting.includes(subject)
}

/** With the title as an SMS and a subject have room for. */
export function inShort(figures: Figures): Figures {
  const { proposal } = figures
  return proposal === null
    ? figures
    : { ...figures, proposal: { ...proposal, title: harmlessTitle(proposal.title, longestTitleInShort) } }
}

/** When voting ends or the upgrade comes, and how long until then as of when it is read; empty: nothing of it is to be said. */
export function leftOfVoting(
  facts: AlertFacts,
  { proposal }: Figures,
  { governance }: Writing,
  { formats, isShort }: { formats: Formats; isShort: boolean },
): string[] {
  const timeOf = (at: Date, seconds: number) =>
    isShort ? (seconds * 1000 < nearMs ? formats.clock(at) : formats.ownTime(at)) : formats.time(at)
  if (facts.subject === 'upgrade_scheduled') {
    const at = facts.evidence.upgrade_at == null ? null : new Date(facts.evidence.upgrade_at)
    const seconds = at === null ? 0 : (at.getTime() - (facts.readAt ?? facts.at).getTime()) / 1000
    return at === null || seconds <= 0
      ? []
      : [governance.upgradeAt(timeOf(at, seconds), formats.span(seconds))]
  }
  if (!isVoting(facts) || proposal?.endsAt == null || proposal.secondsLeft === null) return []
  const { endsAt, secondsLeft: left, hasStartedOver } = proposal
  if (left <= 0) return [governance.votingOver]
  const restarted = isShort ? governance.startedOverInShort : governance.startedOver
  const ends = isShort ? governance.votingEndsInShort : governance.votingEnds
  return [ends(timeOf(endsAt, left), formats.span(left)), ...(hasStartedOver ? [restarted] : [])]
}

/** How the others voted, and what comes of it. */
export function detailsOfVoting(
  facts: AlertFacts,
  { proposal, upgrade }: Figures,
  { governance }: Writing,
  formats: Formats,
): string[] {
  if (proposal === null) return []
  const { turnout, quorum, shares, isExpedited, failedReason } = proposal
  const isSoFar = (proposal.secondsBefore ?? 0) > 0
  const plan = facts.subject === 'upgrade_proposal_voting' ? upgrade : null
  return [
    ...(isVoting(facts) && isExpedited ? [governance.expedited] : []),
    ...(plan === null
      ? []
      : [governance.ifPassed(plan.name, plan.height > 0 ? formats.number(plan.height) : null)]),
    ...(facts.subject === 'proposal_failed' && failedReason !== null
      ? [governance.failedReason(failedReason)]
      : []),
    ...(turnout === null || shares === null
      ? []
      : [governance.turnout({ turnout, quorum, isSoFar }, formats)]),
    ...(shares === null ? [] : [governance.tally(shares, formats)]),
  ]
}

/** Nobody can vote any more, as of when it is read. */
export function isVotingOver(facts: AlertFacts, { proposal }: Figures): boolean {
  return isVoting(facts) && proposal?.secondsLeft != null && proposal.secondsLeft <= 0
}

/** What is typed to vote or to signal, and how a mail and an SMS say so; null: nothing is, or how is not known. */
export function commandOfVoting(
  facts: AlertFacts,
  figures: Figures,
  { governance }: Writing,
): { command: string; written: string; inShort: string } | null {
  const { evidence, watchedAs, trigger, subject } = facts
  if (watchedAs !== 'OPERATOR' || trigger !== 'FALSE_TO_TRUE' || !isGovernance(subject)) return null
  if (isVotingOver(facts, figures)) return null
  const isSignal = subject === 'signalling_began' || subject === 'not_signalled'
  const command = isVoting(facts) ? (evidence.vote_command ?? null) : isSignal ? facts.signalCommand : null
  if (command === null) return null
  // Without its flags, which its operator knows.
  const [program = command] = command.split(' --')
  return isSignal
    ? { command, written: governance.signalBy(command), inShort: governance.signalInShort(program) }
    : { command, written: governance.voteBy(command), inShort: governance.voteInShort(program) }
}

/** So near to the end of voting it is over by that. */
const endMs = 60_000

/** The end of a vote or a signal that was missing by what became of it (E319), and not by all that it may be; null: it is no such end. */
export function titleOfEnd(
  { subject, trigger, at, evidence }: Pick<AlertFacts, 'subject' | 'trigger' | 'at' | 'evidence'>,
  { governance: { became } }: Pick<Writing, 'governance'>,
): string | null {
  if (trigger !== 'TRUE_TO_FALSE') return null
  if (subject === 'not_signalled') return evidence.has_signalled === true ? became.signalled : became.noSignal
  if (subject !== 'not_voted') return null
  if (evidence.vote) return became.voted
  const endsAt = Date.parse(evidence.voting_end_at ?? '')
  return endsAt - at.getTime() > endMs ? became.noVote : became.notVoted
}
