import { compareBytes } from '../bytes.ts'
import type { ChainState } from '../chain/chain-state.ts'
import { type Ballot, ballotsAt, WHOLE } from '../governance/ballots.ts'
import { type ProposalRecord, VOTING_PERIOD } from '../governance/governance-state.ts'
import { voteBytes } from '../stores/governance-bytes.ts'
import { storeKeys } from '../stores/store-keys.ts'
import type { ChainLens } from './chain-lens.ts'

/** The votes on a proposal as an endpoint reports them, by place in the roster. */
export function reportedBallots(
  lens: ChainLens,
  state: Readonly<ChainState>,
  proposal: ProposalRecord,
): ReadonlyMap<number, Ballot> {
  const truth = ballotsAt(lens.chain.world, proposal, state.height)
  const lie = lens.lies.falseVote
  if (lie === null || (lie.proposal ?? proposal.id) !== proposal.id) return truth
  if (proposal.status !== VOTING_PERIOD) return truth
  const said = new Map(truth)
  said.delete(lie.validator)
  const other = truth.get(lie.as)
  if (lie.kind === 'forged') said.set(lie.validator, forgedOf(truth.get(lie.validator), lie.validator, state))
  // The vote itself says whose it is.
  if (lie.kind === 'anothers' && other !== undefined) said.set(lie.validator, other)
  return said
}

/** No where it was not, else yes. */
function forgedOf(truth: Ballot | undefined, index: number, { height }: Readonly<ChainState>): Ballot {
  const isNo = truth?.options[0]?.choice === 'no'
  return { index, at: height, options: [{ choice: isNo ? 'yes' : 'no', weight: WHOLE }] }
}

/**
 * The same lie in the raw value of a vote's key, null for no such key; the proof beside it is still that of the truth, or,
 * of another's vote, that of the other's key (`proofKey`).
 */
export function withFalseVote(
  lens: ChainLens,
  state: Readonly<ChainState>,
  store: string,
  key: Uint8Array,
  value: Uint8Array | null,
): { value: Uint8Array | null; proofKey: Uint8Array } {
  const lie = lens.lies.falseVote
  const truth = { value, proofKey: key }
  if (lie === null || store !== 'gov') return truth
  const { roster } = lens.chain
  const operatorOf = (index: number) => roster[index]?.operatorBytes ?? new Uint8Array()
  for (const proposal of state.governance?.proposals ?? []) {
    if (compareBytes(key, storeKeys.vote(proposal.id, operatorOf(lie.validator))) !== 0) continue
    const said = reportedBallots(lens, state, proposal).get(lie.validator)
    if (said === undefined) return { value: null, proofKey: key }
    const proofKey = lie.kind === 'anothers' ? storeKeys.vote(proposal.id, operatorOf(lie.as)) : key
    return { value: voteBytes(lens.chain, proposal.id, said), proofKey }
  }
  return truth
}
