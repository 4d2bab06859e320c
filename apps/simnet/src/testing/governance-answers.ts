import { decodeAbciQuery } from '@roundsman/cometbft/abci-reader'
import { checkState } from '@roundsman/cometbft/proof/state-proof'
import { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { Proposal, type TallyResult, Vote } from 'cosmjs-types/cosmos/gov/v1/gov'
import {
  QueryProposalRequest,
  QueryProposalResponse,
  QueryProposalsRequest,
  QueryProposalsResponse,
  QueryTallyResultRequest,
  QueryTallyResultResponse,
  QueryVoteRequest,
  QueryVoteResponse,
  QueryVotesRequest,
  QueryVotesResponse,
} from 'cosmjs-types/cosmos/gov/v1/query'
import type { ChainLens } from '../rpc/chain-lens.ts'
import { storeKeys } from '../stores/store-keys.ts'
import { reportedCommit, resultOf } from './checked-chain.ts'

type Answer = ReturnType<typeof decodeAbciQuery>

/** The answer of one path of the application, decoded no further. */
export function asked(lens: ChainLens, path: string, data: Uint8Array, height: number): Answer {
  const params = { path, data: Buffer.from(data).toString('hex'), height: String(height) }
  return decodeAbciQuery(resultOf(lens, 'abci_query', params))
}

const gov = (lens: ChainLens, method: string, data: Uint8Array, height: number) =>
  asked(lens, `/cosmos.gov.v1.Query/${method}`, data, height)

interface ProposalsFilter {
  status?: number
  voter?: string
  limit?: number
  key?: Uint8Array
}

export function proposalsPage(lens: ChainLens, height: number, filter: ProposalsFilter = {}) {
  const { status = 0, voter = '', limit = 0, key = new Uint8Array() } = filter
  const pagination = PageRequest.fromPartial({ limit: BigInt(limit), key })
  const request = QueryProposalsRequest.fromPartial({ proposalStatus: status, voter, pagination })
  const data = QueryProposalsRequest.encode(request).finish()
  return QueryProposalsResponse.decode(gov(lens, 'Proposals', data, height).value)
}

export function proposalsAt(lens: ChainLens, height: number, filter: ProposalsFilter = {}): Proposal[] {
  return proposalsPage(lens, height, filter).proposals
}

export function proposalAnswer(lens: ChainLens, id: number, height: number): Answer {
  return gov(lens, 'Proposal', QueryProposalRequest.encode({ proposalId: BigInt(id) }).finish(), height)
}

/** null: the chain has none of this id. */
export function proposalAt(lens: ChainLens, id: number, height: number): Proposal | null {
  const { code, value } = proposalAnswer(lens, id, height)
  return code === 0 ? (QueryProposalResponse.decode(value).proposal ?? null) : null
}

export function voteAnswer(lens: ChainLens, id: number, validator: number, height: number): Answer {
  const voter = lens.chain.roster[validator]?.accountAddress ?? ''
  return gov(lens, 'Vote', QueryVoteRequest.encode({ proposalId: BigInt(id), voter }).finish(), height)
}

/** Options with their weights; null: there is no vote. */
export function voteAt(lens: ChainLens, id: number, validator: number, height: number) {
  const { code, value } = voteAnswer(lens, id, validator, height)
  return code === 0 ? optionsOf(QueryVoteResponse.decode(value).vote) : null
}

export function votesAt(lens: ChainLens, id: number, height: number): Vote[] {
  const data = QueryVotesRequest.encode({ proposalId: BigInt(id) }).finish()
  return QueryVotesResponse.decode(gov(lens, 'Votes', data, height).value).votes
}

export function tallyAt(lens: ChainLens, id: number, height: number): TallyResult | undefined {
  const data = QueryTallyResultRequest.encode({ proposalId: BigInt(id) }).finish()
  return QueryTallyResultResponse.decode(gov(lens, 'TallyResult', data, height).value).tally
}

export function optionsOf(vote: Vote | undefined): [number, string][] {
  return vote?.options.map(({ option, weight }) => [option, weight]) ?? []
}

/** The value of a key after a height, proven against the header above; null for a key proven not to be there. */
export function provenValue(
  lens: ChainLens,
  store: string,
  key: Uint8Array,
  height: number,
): Uint8Array | null {
  const data = Buffer.from(key).toString('hex')
  const params = { path: `/store/${store}/key`, data, height: String(height), prove: true }
  const { code, log, value: bytes, ops } = decodeAbciQuery(resultOf(lens, 'abci_query', params))
  if (code !== 0) throw new Error(log)
  const value = bytes.length === 0 ? null : bytes
  checkState({ store, key, value, ops, appHash: reportedCommit(lens, height + 1).header.appHash })
  return value
}

export function provenProposal(lens: ChainLens, id: number, height: number): Proposal | null {
  const value = provenValue(lens, 'gov', storeKeys.proposal(id), height)
  return value === null ? null : Proposal.decode(value)
}

export function provenVote(lens: ChainLens, id: number, validator: number, height: number) {
  const operator = lens.chain.roster[validator]?.operatorBytes ?? new Uint8Array()
  const value = provenValue(lens, 'gov', storeKeys.vote(id, operator), height)
  return value === null ? null : optionsOf(Vote.decode(value))
}
