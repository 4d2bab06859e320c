import {
  QueryParamsRequest,
  QueryParamsResponse,
  QueryProposalRequest,
  QueryProposalsRequest,
  QueryTallyResultRequest,
  QueryTallyResultResponse,
  QueryVoteRequest,
  QueryVotesRequest,
} from 'cosmjs-types/cosmos/gov/v1/query'
import { bech32 } from '@scure/base'
import { messageField } from '@roundsman/cometbft/protobuf'
import { compareBytes } from '../bytes.ts'
import type { ChainState } from '../chain/chain-state.ts'
import { ballotsAt } from '../governance/ballots.ts'
import {
  DEPOSIT_PERIOD,
  FAILED,
  NO_VOTES,
  PASSED,
  type ProposalRecord,
  REJECTED,
  type Tally,
  VOTING_PERIOD,
} from '../governance/governance-state.ts'
import { tallyOf } from '../governance/tally.ts'
import type { GovernanceProfile } from '../network-profile.ts'
import { hasLegacyParams } from '../node-version.ts'
import { governanceParams, proposalBytes, tallyMessage, voteBytes } from '../stores/governance-bytes.ts'
import { storeKeys, uint64 } from '../stores/store-keys.ts'
import { paginate, readRequest, type StoredItem } from './call-params.ts'
import type { ChainLens } from './chain-lens.ts'
import { reportedBallots } from './false-votes.ts'
import { InvalidArgument, NotFound, UnknownError } from './rpc-fault.ts'

type State = Readonly<ChainState>

const statuses = new Set([DEPOSIT_PERIOD, VOTING_PERIOD, PASSED, REJECTED, FAILED])

/** cosmos.gov.v1.Query/Proposals: a status that does not exist filters nothing. */
export function proposalsQuery(lens: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const { proposalStatus, voter, depositor, pagination } = readRequest(QueryProposalsRequest, data)
  for (const address of [voter, depositor]) if (address !== '') addressIn(lens, address, isUnreadable)
  const wanted = Number(proposalStatus)
  const items: StoredItem[] = []
  for (const proposal of state.governance?.proposals ?? []) {
    const isOfStatus = !statuses.has(wanted) || proposal.status === wanted
    if (!isOfStatus) continue
    if (voter !== '' && voteOf(lens, state, proposal, voter) === null) continue
    if (depositor !== '' && lens.chain.roster[proposal.draft.proposer]?.accountAddress !== depositor) continue
    items.push({ key: uint64(proposal.id), bytes: proposalBytes(lens.chain, proposal) })
  }
  return paginate(items, pagination)
}

export function proposalQuery(lens: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const { proposalId } = readRequest(QueryProposalRequest, data)
  return messageField(1, proposalBytes(lens.chain, named(state, proposalId)))
}

export function voteQuery(lens: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const { proposalId, voter } = readRequest(QueryVoteRequest, data)
  requireId(proposalId)
  if (voter === '') throw new InvalidArgument('empty voter address')
  addressIn(lens, voter, isRefused)
  const proposal = state.governance?.proposals.find(({ id }) => BigInt(id) === proposalId)
  const vote = proposal === undefined ? null : voteOf(lens, state, proposal, voter)
  if (vote === null) throw new InvalidArgument(`voter: ${voter} not found for proposal: ${proposalId}`)
  return messageField(1, vote)
}

export function votesQuery(lens: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const { proposalId, pagination } = readRequest(QueryVotesRequest, data)
  requireId(proposalId)
  const proposal = state.governance?.proposals.find(({ id }) => BigInt(id) === proposalId)
  const items: StoredItem[] = []
  if (proposal !== undefined) {
    for (const [index, ballot] of reportedBallots(lens, state, proposal)) {
      const operator = lens.chain.roster[index]?.operatorBytes ?? new Uint8Array()
      const key = storeKeys.vote(proposal.id, operator).subarray(9)
      items.push({ key, bytes: voteBytes(lens.chain, proposal.id, ballot) })
    }
  }
  items.sort((a, b) => compareBytes(a.key, b.key))
  return paginate(items, pagination)
}

/** Counted while it is asked, as long as votes come. */
export function tallyResultQuery(lens: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const { proposalId } = readRequest(QueryTallyResultRequest, data)
  const tally = tallyMessage(talliedOf(lens, state, named(state, proposalId)))
  return QueryTallyResultResponse.encode({ tally }).finish()
}

function talliedOf({ chain }: ChainLens, state: State, proposal: ProposalRecord): Tally {
  const { status, expedited } = proposal
  if (status === DEPOSIT_PERIOD) return NO_VOTES
  // SDK 0.46 counts a failed one anew, when its votes are gone.
  if (status === FAILED && hasLegacyParams(chain.profile)) return NO_VOTES
  if (status !== VOTING_PERIOD) return proposal.tally
  return tallyOf(state, ballotsAt(chain.world, proposal, state.height), expedited).tally
}

/** SDK 0.46 answers one kind of parameters, those that it is asked for; later ones all of them too. */
export function governanceParamsQuery(
  { chain: { profile } }: ChainLens,
  governance: GovernanceProfile,
  data: Uint8Array,
): Uint8Array {
  const { paramsType } = readRequest(QueryParamsRequest, data)
  const params = governanceParams(profile, governance)
  const { minDeposit, maxDepositPeriod, votingPeriod, quorum, threshold, vetoThreshold } = params
  const kinds: Readonly<Record<string, Partial<QueryParamsResponse>>> = {
    deposit: { depositParams: { minDeposit, ...(maxDepositPeriod && { maxDepositPeriod }) } },
    voting: { votingParams: { ...(votingPeriod && { votingPeriod }) } },
    tallying: { tallyParams: { quorum, threshold, vetoThreshold } },
  }
  const asked = kinds[paramsType]
  if (hasLegacyParams(profile)) {
    if (asked === undefined) throw new InvalidArgument(`${paramsType} is not a valid parameter type`)
    return QueryParamsResponse.encode(asked).finish()
  }
  if (asked === undefined && paramsType !== '')
    throw new InvalidArgument(`unknown params type: ${paramsType}`)
  return QueryParamsResponse.encode({ ...asked, params }).finish()
}

function requireId(id: bigint): void {
  if (id === 0n) throw new InvalidArgument('proposal id can not be 0')
}

function named(state: State, id: bigint): ProposalRecord {
  requireId(id)
  const found = state.governance?.proposals.find((proposal) => BigInt(proposal.id) === id)
  if (found === undefined)
    throw new NotFound(`rpc error: code = NotFound desc = proposal ${id} doesn't exist`)
  return found
}

function voteOf(lens: ChainLens, state: State, proposal: ProposalRecord, voter: string): Uint8Array | null {
  const index = lens.chain.roster.findIndex(({ accountAddress }) => accountAddress === voter)
  const ballot = reportedBallots(lens, state, proposal).get(index)
  return ballot === undefined ? null : voteBytes(lens.chain, proposal.id, ballot)
}

/** An error of the SDK's own in a list is another one than in a query of one thing. */
const isUnreadable = (why: string) => new UnknownError(`rpc error: code = Internal desc = ${why}`)
const isRefused = (why: string) => new InvalidArgument(why, false)

/** Must be an account of this chain. */
function addressIn({ chain: { profile } }: ChainLens, address: string, refuse: (why: string) => Error): void {
  const prefix = profile.staking?.prefix ?? ''
  const decoded = bech32.decodeUnsafe(address)
  if (decoded === undefined) throw refuse('decoding bech32 failed: invalid bech32 string')
  if (decoded.prefix !== prefix) {
    throw refuse(`invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`)
  }
}
