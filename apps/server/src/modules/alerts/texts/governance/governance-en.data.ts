import type { VoteOption } from '@roundsman/contract/governance/governance'
import type { Figures, Formats } from '../phrases.ts'
import type { GovernancePhrases } from './governance-phrases.ts'

const options: Readonly<Record<VoteOption, string>> = {
  YES: 'Yes',
  NO: 'No',
  NO_WITH_VETO: 'No with veto',
  ABSTAIN: 'Abstain',
}
/** "expedited proposal 42 “Raise the block size”" */
const named = ({ proposal }: Figures, kind = 'proposal') => {
  if (proposal === null) return `a${kind.startsWith('u') ? 'n' : ''} ${kind}`
  const { id, title, isExpedited } = proposal
  return `${isExpedited ? 'expedited ' : ''}${kind} ${id}${title === '' ? '' : ` “${title}”`}`
}
const opened = (figures: Figures, kind?: string) =>
  figures.proposal?.hasStartedOver === true
    ? `voting on ${named(figures, kind)} has started over`
    : `${named(figures, kind)} is open for voting`
const voted = (figures: Figures, { percent, span }: Formats) => {
  const { proposal, isSeveral } = figures
  const [first, ...others] = proposal?.vote ?? []
  const before = proposal?.secondsBefore ?? 0
  const when = before > 0 ? ` ${span(before)} before the end` : ''
  if (first === undefined) return `voted on ${named(figures)}${when}`
  if (others.length === 0 && proposal?.hasChanged === true)
    return `changed ${isSeveral ? 'their votes' : 'its vote'} on ${named(figures)} to ${options[first.option]}${when}`
  if (others.length === 0)
    return first.option === 'ABSTAIN'
      ? `abstained on ${named(figures)}${when}`
      : `voted ${options[first.option]} on ${named(figures)}${when}`
  const parts = [first, ...others].map(({ option, weight }) => `${options[option]} ${percent(weight)}`)
  return `split ${isSeveral ? 'their votes' : 'its vote'} on ${named(figures)}: ${parts.join(', ')}${when && `,${when}`}`
}
const version = ({ signals }: Figures) => (signals === null ? 'a new version' : `version ${signals.version}`)
const never = () => ''

export const governanceEn: GovernancePhrases = {
  what: {
    proposal_voting: { FALSE_TO_TRUE: (figures) => opened(figures), TRUE_TO_FALSE: never },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: (figures) => opened(figures, 'upgrade proposal'),
      TRUE_TO_FALSE: never,
    },
    proposal_passed: { FALSE_TO_TRUE: (figures) => `${named(figures)} passed`, TRUE_TO_FALSE: never },
    proposal_rejected: {
      FALSE_TO_TRUE: (figures) => `${named(figures)} was rejected`,
      TRUE_TO_FALSE: never,
    },
    proposal_failed: {
      FALSE_TO_TRUE: (figures) => `${named(figures)} passed, but could not be executed`,
      TRUE_TO_FALSE: never,
    },
    signalling_began: {
      FALSE_TO_TRUE: (figures) => `validators have started to signal ${version(figures)}`,
      TRUE_TO_FALSE: never,
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: ({ upgrade, signals }, { number }) => {
        const which = signals === null ? (upgrade?.name ?? '') : `to version ${signals.version}`
        return `upgrade ${which} is scheduled${upgrade === null ? '' : ` for block ${number(upgrade.height)}`}`
      },
      TRUE_TO_FALSE: never,
    },
    not_voted: {
      FALSE_TO_TRUE: (figures) => `${figures.isSeveral ? 'have' : 'has'} not voted on ${named(figures)}`,
      TRUE_TO_FALSE: (figures, formats) => {
        const { proposal, isSeveral } = figures
        if (proposal?.vote) return voted(figures, formats)
        return (proposal?.secondsBefore ?? 0) > 60
          ? `no longer ${isSeveral ? 'have' : 'has'} to vote on ${named(figures)}`
          : `voting on ${named(figures)} is over, no vote was seen`
      },
    },
    voted: { FALSE_TO_TRUE: voted, TRUE_TO_FALSE: never },
    not_signalled: {
      FALSE_TO_TRUE: (figures, { percent }) => {
        const { signals, threshold, isSeveral } = figures
        const share = signals?.share ?? threshold ?? 0
        return `${isSeveral ? 'have' : 'has'} not signaled ${version(figures)}, ${percent(share)} of the voting power has`
      },
      TRUE_TO_FALSE: (figures) =>
        figures.signals?.hasSignalled === true
          ? `signaled ${version(figures)}`
          : `no longer ${figures.isSeveral ? 'have' : 'has'} to signal ${version(figures)}`,
    },
  },
  whatInShort: {},
  advice: {
    proposal_voting: {
      FALSE_TO_TRUE: {
        written: 'Read it and vote before the end: yes, no, no_with_veto or abstain.',
        short: ['Read it and vote before the end.'],
      },
    },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: {
        written:
          'Read it and vote before the end: yes, no, no_with_veto or abstain. If it passes, a node without the new binary stops at that block.',
        short: ['Read it and vote before the end.'],
      },
    },
    not_voted: {
      FALSE_TO_TRUE: {
        written: 'Vote before the end: yes, no, no_with_veto or abstain. Nothing counts after it.',
        short: ['Vote before the end.'],
      },
    },
    voted: {
      FALSE_TO_TRUE: {
        written:
          'If that was not you, check who has the operator key. Until voting ends the vote can be changed.',
        short: ['If that was not you, check who has the operator key.'],
      },
    },
    signalling_began: {
      FALSE_TO_TRUE: {
        written: 'Install a release that supports this version, then signal it.',
        short: ['Install a release with this version, then signal it.'],
      },
    },
    not_signalled: {
      FALSE_TO_TRUE: {
        written:
          'Install a release that supports this version, then signal it. The upgrade can come without you: then a node without that release stops.',
        short: ['Install a release with this version, then signal it.'],
        ofSeveral: {
          written:
            'Install a release that supports this version on each, then signal it. The upgrade can come without them: then a node without that release stops.',
          short: ['Install a release with this version on each, then signal it.'],
        },
      },
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: {
        written: 'Run a release that supports it before that block: a node without it stops there.',
        short: ['Install a release with this version before that block.'],
      },
    },
  },
  became: {
    voted: 'Voted',
    notVoted: 'Voting over, no vote seen',
    noVote: 'No longer has to vote',
    signalled: 'Signaled',
    noSignal: 'No longer has to signal',
  },
  votingEnds: (time, span) => `Voting ends ${time}, in ${span}.`,
  votingEndsInShort: (time, span) => `Voting ends ${time}, in ${span}.`,
  votingOver: 'Voting has ended.',
  expedited: 'It is expedited: if it fails, voting starts over, and everyone has to vote again.',
  startedOver:
    'It failed as an expedited proposal, and votes cast until then no longer count: everyone has to vote again.',
  startedOverInShort: 'Earlier votes no longer count: vote again.',
  upgradeAt: (time, span) => `About ${time}, in ${span}.`,
  turnout: ({ turnout, quorum, isSoFar }, { percent }) =>
    `Turnout ${isSoFar ? 'so far ' : ''}${percent(turnout)}${quorum === null ? '' : `, quorum ${percent(quorum)}${isSoFar || turnout >= quorum ? '' : ' not reached'}`}.`,
  tally: (shares, { percent }) =>
    `${options.YES} ${percent(shares.YES)}, ${options.NO} ${percent(shares.NO)}, ${options.NO_WITH_VETO} ${percent(shares.NO_WITH_VETO)}, ${options.ABSTAIN} ${percent(shares.ABSTAIN)}.`,
  ifPassed: (name, block) => `If it passes: upgrade ${name}${block === null ? '' : ` at block ${block}`}.`,
  failedReason: (reason) => `The chain reports: ${reason}.`,
  voteBy: (command) => `Vote with: ${command}`,
  signalBy: (command) => `Signal with: ${command}`,
  voteInShort: (command) => `Vote: ${command}.`,
  signalInShort: (command) => `Signal: ${command}.`,
}
