import type { Texts } from './condition.ts'

export const textsEn: Texts = {
  window_missed: {
    FALSE_TO_TRUE: {
      name: 'More than {share} of the window missed',
      description:
        'Missed more than {share} of the slashing window. Blocks still to come count as signed, so a fresh window does not trigger it.',
    },
    TRUE_TO_FALSE: {
      name: 'No longer missing more than {share} of the window',
      description: 'Missed blocks are clearly below {share} of the slashing window again.',
    },
  },
  missed_in_a_row: {
    FALSE_TO_TRUE: {
      name: '{blocks} missed in a row',
      description: 'Triggers at {blocks} missed in a row. A nil vote counts as signed.',
      ofOne: {
        name: '1 block missed',
        description: 'Triggers at the first block missed. A nil vote counts as signed.',
      },
    },
    TRUE_TO_FALSE: {
      name: 'Signing again after {blocks} missed in a row',
      description: 'Signed {clean} blocks in a row after {blocks} or more missed.',
      ofOne: {
        name: 'Signing again after 1 block missed',
        description: 'Signed {clean} blocks in a row after 1 or more missed.',
      },
    },
  },
  jail_near: {
    FALSE_TO_TRUE: {
      name: 'Jail within {time}',
      description: 'At least 3 blocks missed in a row, and jail within {time} if it keeps missing.',
    },
    TRUE_TO_FALSE: {
      name: 'No longer at risk of jail within {time}',
      description: 'Signed {clean} blocks in a row after jail was within {time}.',
    },
  },
  jailed: {
    FALSE_TO_TRUE: {
      name: 'Jailed',
      description: 'The chain jailed the validator. It earns nothing until it is unjailed.',
    },
    TRUE_TO_FALSE: { name: 'Unjailed', description: 'The validator is out of jail.' },
  },
  tombstoned: {
    FALSE_TO_TRUE: {
      name: 'Tombstoned',
      description: 'Jailed forever, usually for double signing. It cannot be unjailed.',
    },
    TRUE_TO_FALSE: null,
  },
  bonded: {
    FALSE_TO_TRUE: { name: 'Entered the active set', description: 'The validator signs blocks now.' },
    TRUE_TO_FALSE: {
      name: 'Left the active set',
      description: 'The validator no longer signs blocks: outbid, jailed or unbonding.',
    },
  },
  stake_fell: {
    FALSE_TO_TRUE: {
      name: 'Stake down {share} in {window}',
      description:
        'Stake is {share} or more below its highest in the last {window}. Jailing alone does not trigger it.',
    },
    TRUE_TO_FALSE: null,
  },
  stake_rose: {
    FALSE_TO_TRUE: {
      name: 'Stake up {share} in {window}',
      description: 'Stake is {share} or more above its lowest in the last {window}.',
    },
    TRUE_TO_FALSE: null,
  },
  slashed: {
    FALSE_TO_TRUE: {
      name: 'Slashed',
      description: 'The chain took part of the stake, for downtime or double signing.',
    },
    TRUE_TO_FALSE: null,
  },
  power_share: {
    FALSE_TO_TRUE: {
      name: 'More than {share} of voting power',
      description: 'Holds more than {share} of the voting power of the active set.',
    },
    TRUE_TO_FALSE: {
      name: 'Voting power back below {share}',
      description: 'Clearly below {share} of the voting power of the active set again.',
    },
  },
  commission_raised: {
    FALSE_TO_TRUE: {
      name: 'Commission raised',
      description: 'The commission rate went up. Every increase counts.',
    },
    TRUE_TO_FALSE: null,
  },
  commission_lowered: {
    FALSE_TO_TRUE: {
      name: 'Commission lowered',
      description: 'The commission rate went down. Every decrease counts.',
    },
    TRUE_TO_FALSE: null,
  },
  commission_above: {
    FALSE_TO_TRUE: { name: 'Commission above {share}', description: 'The commission rate is above {share}.' },
    TRUE_TO_FALSE: {
      name: 'Commission back to {share} or less',
      description: 'The commission rate is {share} or less again.',
    },
  },
  no_update: {
    FALSE_TO_TRUE: {
      name: 'No update for {time}',
      description: 'The bridge has sent no metrics for {time}.',
    },
    TRUE_TO_FALSE: {
      name: 'Updates resumed after {time} or more without any',
      description: 'The bridge sends metrics again after {time} or more of silence.',
    },
  },
  lagging: {
    FALSE_TO_TRUE: {
      name: 'More than {blocks} behind',
      description: 'The bridge has been more than {blocks} behind the network for a minute.',
    },
    TRUE_TO_FALSE: {
      name: 'Caught up after more than {blocks} behind',
      description: 'The bridge is well within {blocks} of the network again.',
    },
  },
  stalled: {
    FALSE_TO_TRUE: {
      name: 'Stalled for {time}',
      description: 'The bridge height has not changed for {time} while the network moved on.',
    },
    TRUE_TO_FALSE: {
      name: 'Moving again after {time} or more stalled',
      description: 'The bridge height is rising again.',
    },
  },
  halted: {
    FALSE_TO_TRUE: {
      name: 'Network halted for {time}',
      description: 'No new block for {time}, although the endpoints respond.',
    },
    TRUE_TO_FALSE: {
      name: 'Network back after {time} halted',
      description: 'New blocks again after a halt of {time} or more.',
    },
  },
  low_power: {
    FALSE_TO_TRUE: {
      name: 'Less than {share} of power signing',
      description:
        'Less than {share} of the voting power signed the latest blocks. Below 67% the chain halts.',
    },
    TRUE_TO_FALSE: {
      name: 'Signing power back above {share}',
      description: 'Clearly more than {share} of the voting power signs again.',
    },
  },
  upgrade_near: {
    FALSE_TO_TRUE: {
      name: 'Upgrade within {time}',
      description: 'A chain upgrade is scheduled within {time}, at the current block time.',
    },
    TRUE_TO_FALSE: {
      name: 'Upgrade done or canceled ({time} notice)',
      description: 'The upgrade that was due within {time} has passed, was canceled or moved.',
    },
  },
  unseen: {
    FALSE_TO_TRUE: {
      name: 'No view of the network for {time}',
      description: 'No endpoint has given a usable answer for {time}. Other alerts of this network wait.',
    },
    TRUE_TO_FALSE: {
      name: 'Network visible again after {time}',
      description: 'An endpoint gives usable answers again after {time} or more without one.',
    },
  },
  proposal_voting: {
    FALSE_TO_TRUE: {
      name: 'Proposal open for voting',
      description:
        'Voting on a proposal has started. If an expedited proposal fails, voting starts over, and you are notified again.',
    },
    TRUE_TO_FALSE: null,
  },
  upgrade_proposal_voting: {
    FALSE_TO_TRUE: {
      name: 'Upgrade proposal open for voting',
      description: 'Voting on a proposal to upgrade the chain has started.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_passed: {
    FALSE_TO_TRUE: { name: 'Proposal passed', description: 'Voting is over, and the proposal passed.' },
    TRUE_TO_FALSE: null,
  },
  proposal_rejected: {
    FALSE_TO_TRUE: {
      name: 'Proposal rejected',
      description: 'Voting is over, and the proposal was rejected or missed the quorum.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_failed: {
    FALSE_TO_TRUE: {
      name: 'Proposal passed but failed to execute',
      description: 'The proposal passed, but the chain could not execute it.',
    },
    TRUE_TO_FALSE: null,
  },
  signalling_began: {
    FALSE_TO_TRUE: {
      name: 'Signaling for an upgrade started',
      description: 'The first validators have signaled a new version.',
    },
    TRUE_TO_FALSE: null,
  },
  upgrade_scheduled: {
    FALSE_TO_TRUE: {
      name: 'Upgrade scheduled',
      description: 'The chain has set the height of its next upgrade.',
    },
    TRUE_TO_FALSE: null,
  },
  not_voted: {
    FALSE_TO_TRUE: {
      name: 'Not voted, {time} left',
      description:
        'The validator has not voted on a proposal, and voting ends within {time}. Does not trigger while its vote is unknown.',
    },
    TRUE_TO_FALSE: {
      name: 'Voted, or voting over (notice at {time})',
      description: 'The validator has voted, or voting is over, after it had not voted with {time} left.',
    },
  },
  voted: {
    FALSE_TO_TRUE: {
      name: 'Voted',
      description: 'The validator has voted on a proposal, or changed its vote. The alert says how.',
    },
    TRUE_TO_FALSE: null,
  },
  not_signalled: {
    FALSE_TO_TRUE: {
      name: 'Not signaled, more than {share} of power has',
      description:
        'The validator has not signaled a new version, but more than {share} of the voting power has. From 83.3% the upgrade can be scheduled.',
    },
    TRUE_TO_FALSE: {
      name: 'Signaled, or signaling over (notice at {share} of power)',
      description:
        'The validator has signaled the version, or signaling for it is over, after it had not signaled while more than {share} had.',
    },
  },
}
