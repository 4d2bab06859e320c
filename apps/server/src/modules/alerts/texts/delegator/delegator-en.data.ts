import type { DelegatorPhrases, Stake } from './delegator-phrases.ts'

const again = (unbonding: Stake['unbonding']) =>
  unbonding === null ? 'until the unbonding time is over' : `for up to ${unbonding}`
/** After "You can". */
const redelegate = ({ unbonding }: Stake) => `redelegate right away (then not again ${again(unbonding)})`
const risk = ({ downtime, isSeveral }: Stake) => {
  const [jailed, back] = isSeveral ? ['they are jailed', 'they are back'] : ['it is jailed', 'it is back']
  if (downtime === '') return `If ${jailed}, there are no rewards until ${back}; no stake is slashed.`
  const slashed = downtime === null ? 'part of each delegation may be' : `${downtime} of each delegation is`
  return `If ${jailed}, ${slashed} slashed, and there are no rewards until ${back}.`
}
const missing = (stake: Stake) => ({
  written: `${stake.isSeveral ? 'Their operators have' : 'Its operator has'} to act. ${risk(stake)} You can ${redelegate(stake)}.`,
  short: [`${stake.isSeveral ? 'Their operators have' : 'Its operator has'} to act. You can redelegate.`],
})
const costs = (stake: Stake) => ({
  written: `Your rewards are lower from now on. If that is too little, you can ${redelegate(stake)}.`,
  short: ['Your rewards are lower from now on.'],
})
const lookAtYours = () => ({
  written: 'Check that the validators you delegate to are signing.',
  short: ['Check that the validators you delegate to are signing.'],
})
const ownVote = () => ({
  written:
    'You can vote yourself before the end, in your wallet for example. If you do not, the vote of your validator counts for your stake.',
  short: ['You can vote yourself before the end.'],
})
const instead = ({ isSeveral }: Stake) => ({
  written: `You can vote yourself before the end, in your wallet for example: for your stake your own vote counts, whatever ${isSeveral ? 'the validators do' : 'the validator does'}.`,
  short: ['You can vote yourself before the end.'],
})

export const delegatorEn: DelegatorPhrases = {
  advice: {
    window_missed: { FALSE_TO_TRUE: missing },
    missed_in_a_row: { FALSE_TO_TRUE: missing },
    jail_near: {
      FALSE_TO_TRUE: missing,
      TRUE_TO_FALSE: () => ({
        written:
          'Nothing to do. The blocks it missed count until they leave the window: until then another outage leads to jail sooner.',
        short: ['Missed blocks still count: another outage leads to jail sooner.'],
      }),
    },
    jailed: {
      FALSE_TO_TRUE: (stake) => ({
        written: stake.isSeveral
          ? `They earn no rewards while jailed. You can ${redelegate(stake)} or wait until their operators unjail them.`
          : `It earns no rewards while jailed. You can ${redelegate(stake)} or wait until its operator unjails it.`,
        short: ['No rewards while in jail: redelegate or wait.'],
      }),
      TRUE_TO_FALSE: ({ isSeveral }) => ({
        written: isSeveral
          ? 'They earn rewards again once they are in the active set.'
          : 'It earns rewards again once it is in the active set.',
        short: ['Rewards come again once it is in the active set.'],
      }),
    },
    tombstoned: {
      FALSE_TO_TRUE: ({ unbonding, isSeveral }) => ({
        written: `${isSeveral ? 'They' : 'It'} can never come back, and there are no rewards any more. Redelegate (then not again ${again(unbonding)}) or undelegate${unbonding === null ? '' : `, which takes ${unbonding}`}.`,
        short: [],
        above: {
          said: 'It can never come back: redelegate or undelegate.',
          inShort: 'Redelegate or undelegate.',
        },
      }),
    },
    bonded: {
      FALSE_TO_TRUE: () => ({
        written: 'In the active set it earns rewards.',
        short: ['In the active set it earns rewards.'],
      }),
      TRUE_TO_FALSE: (stake) => ({
        written: `Outside the active set ${stake.isSeveral ? 'they earn' : 'it earns'} no rewards. You can ${redelegate(stake)} or wait until ${stake.isSeveral ? 'they are' : 'it is'} back.`,
        short: ['No rewards outside the active set: redelegate or wait.'],
      }),
    },
    stake_fell: {
      FALSE_TO_TRUE: () => ({
        written:
          'Find out whether others undelegated, and why, before you decide anything. What others take away does not change your own delegation.',
        short: ['Find out why others undelegated.'],
      }),
    },
    slashed: {
      FALSE_TO_TRUE: (stake) => ({
        written: `That is all this slash takes. If you no longer trust ${stake.isSeveral ? 'the operators' : 'the operator'}, you can ${redelegate(stake)}.`,
        short: ['You can redelegate.'],
      }),
    },
    power_share: {
      FALSE_TO_TRUE: () => ({
        written:
          'Above one third a single validator can halt the chain. Redelegating to a smaller one spreads the risk.',
        short: ['Above one third it can halt the chain.'],
      }),
    },
    commission_raised: { FALSE_TO_TRUE: costs },
    commission_lowered: {
      FALSE_TO_TRUE: () => ({
        written: 'Your rewards are higher from now on.',
        short: ['Your rewards are higher from now on.'],
      }),
    },
    commission_above: { FALSE_TO_TRUE: costs },
    halted: {
      FALSE_TO_TRUE: () => ({
        written:
          'While the network is halted there are no rewards, and nothing can be redelegated. All you can do is wait.',
        short: ['All you can do is wait.'],
      }),
      TRUE_TO_FALSE: lookAtYours,
    },
    low_power: {
      FALSE_TO_TRUE: () => ({
        written: 'Below two thirds the chain halts. Its validators have to act; all you can do is wait.',
        short: ['Its validators have to act.'],
      }),
    },
    upgrade_near: {
      FALSE_TO_TRUE: () => ({
        written: 'Nothing to do: the validators upgrade. Transactions may fail around that block.',
        short: ['Nothing to do: the validators upgrade.'],
      }),
      TRUE_TO_FALSE: lookAtYours,
    },
    unseen: {
      FALSE_TO_TRUE: () => ({
        written:
          'Until this is over we cannot tell how your validators are doing. A block explorer may show them.',
        short: ['We cannot see your validators.'],
      }),
    },
    proposal_voting: { FALSE_TO_TRUE: ownVote },
    upgrade_proposal_voting: { FALSE_TO_TRUE: ownVote },
    not_voted: { FALSE_TO_TRUE: instead },
    voted: {
      FALSE_TO_TRUE: () => ({
        written:
          'If you disagree, vote yourself before the end: your own vote then counts for your stake, and not the validator’s.',
        short: ['If you disagree, vote yourself before the end.'],
      }),
    },
    signalling_began: {
      FALSE_TO_TRUE: () => ({
        written: 'Nothing to do: the validators upgrade and signal.',
        short: ['Nothing to do: the validators upgrade.'],
      }),
    },
    not_signalled: {
      FALSE_TO_TRUE: ({ isSeveral }) => ({
        written: isSeveral
          ? 'Their operators have to upgrade and signal. If the upgrade comes before that, they stop signing, and can be jailed.'
          : 'Its operator has to upgrade and signal. If the upgrade comes before that, it stops signing, and can be jailed.',
        short: [isSeveral ? 'Their operators have to act.' : 'Its operator has to act.'],
      }),
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: () => ({
        written: 'Nothing to do: the validators upgrade. Transactions may fail around that block.',
        short: ['Nothing to do: the validators upgrade.'],
      }),
    },
  },
  adviceWhereNetwork: {
    written: 'Redelegating does not help, since others miss blocks as well. Wait until the network recovers.',
    short: ['Redelegating does not help: wait.'],
  },
  slashed: (share) => `slashed, each delegation lost ${share}`,
  unjail: ({ time, span, isSeveral }) => {
    const who = isSeveral ? 'Their operators can unjail them' : 'Its operator can unjail it'
    return span === null ? `${who} now.` : `${who} from ${time}, in ${span}.`
  },
}
