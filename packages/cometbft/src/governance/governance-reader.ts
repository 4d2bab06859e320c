import { accountPrefix, bech32ToHex, hexToBech32 } from '../address.ts'
import { ChainReadError, decodeAs, ShapeError } from '../errors.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import type { StateRequest } from '../state/state-reader.ts'
import { type Assurance, type AssurancePool, createAssurance, type ProvenStore } from './assurance.ts'
import type {
  CurrentTally,
  KnownVote,
  OpenProposals,
  Proposal,
  ProposalOutcome,
  ProposalVotes,
  UpgradeSignals,
  WeightedOption,
} from './domain.ts'
import {
  decodeProposal,
  decodeProposalAnswer,
  decodeTallyAnswer,
  decodeVote,
  decodeVoteAnswer,
  PROPOSAL,
  proposalRequest,
  saysNoProposal,
  saysNoVote,
  TALLY,
  VOTE,
  voteRequest,
} from './gov.decode.ts'
import { oneAnswer, readOpenProposals, sourceOf } from './open-proposals.ts'
import { proposalKey, voteKey } from './store-keys.ts'
import { readUpgradeSignals } from './upgrade-signals.ts'

/**
 * As for a state: `height` below the newest, `newest` the header above it, which proves what it commits to. Where it is
 * null or not PROVEN, hosts are compared.
 */
export type GovernanceRequest = Pick<StateRequest, 'height' | 'newest'>

/** The chain has no such module: two hosts say so, or the only one that answers. */
export type NoModule = 'NO_MODULE'

/**
 * Proposals, votes and signals of one chain, each with how it is known: PROVEN by its key in the store of x/gov or
 * x/signal; where that cannot be had, AGREED as two hosts say it alike (of two that differ a third one decides), or SINGLE
 * as the only one that answers has said it in three reads in a row. null, or left out: not known now, and what is known
 * stays. An error of a node is never an answer. Every function resolves, whatever the nodes do.
 *
 * Requests are counted as endpoints count them: ten keys are one exchange and ten requests.
 */
export interface GovernanceReader {
  /**
   * All proposals in voting period. Proven complete: between the entries of the queue of those that end (`01`, in every
   * SDK from 0.46 on) nothing else is.
   *
   * Requests: one for the list, then two for each proposal in it (its record; its place in the queue, with what lies
   * below it) and two more (above the queue; the parameters, of SDK 0.46 another one). Not proven: the list and the parameters, of two hosts.
   */
  proposals(request: GovernanceRequest): Promise<OpenProposals | NoModule | null>
  /**
   * Whether these validators (operator addresses) have voted; of which period, by its end. null where the proposal is not in
   * voting period at that height (ask for its outcome), or nothing is known.
   *
   * Requests: one for each validator and one for the proposal, whether they have voted or not. Not proven: the same, of
   * two hosts.
   */
  votes(
    request: GovernanceRequest & { proposalId: number; operators: readonly string[] },
  ): Promise<ProposalVotes | null>
  /** What became of a proposal. Requests: one. Not proven: one, of two hosts. */
  outcome(request: GovernanceRequest & { proposalId: number }): Promise<ProposalOutcome | null>
  /**
   * What the votes come to now. A node counts all votes and the delegations of all voters while it is asked: not more than
   * once an hour for each proposal, and in its last hour every ten minutes. Never proven; of two hosts at one height.
   *
   * Requests: two.
   */
  tally(request: GovernanceRequest & { proposalId: number }): Promise<CurrentTally | null>
  /**
   * What validators have signalled (operator addresses; ask for twenty or so in turn), the upgrade that is scheduled, and the
   * tally of one version (null: of none). The tally is never proven.
   *
   * Requests: one for each validator, one for the upgrade, two for the tally. Not proven: the upgrade and the tally, of two
   * hosts; signals are not known.
   */
  signals(
    request: GovernanceRequest & { operators: readonly string[]; version: number | null },
  ): Promise<UpgradeSignals | NoModule | null>
}

/** Where there is no such module, it is looked for again after so many reads. */
const readsWithoutModule = 30

/** Reads votes and upgrades of one chain. Remembers whether proofs are to be had, and what one host alone has said. */
export function createGovernanceReader(pool: AssurancePool): GovernanceReader {
  const gov = createAssurance(pool)
  const signal = createAssurance(pool)
  const proposals = untilFound((request: GovernanceRequest) => readOpenProposals(pool, gov, request))
  const signals = untilFound((request: Parameters<GovernanceReader['signals']>[0]) =>
    readUpgradeSignals(signal, request),
  )
  return {
    proposals,
    signals,
    votes: (request) => readVotes(gov, request),
    outcome: (request) => readOutcome(gov, request),
    tally: (request) => readTally(gov, request),
  }
}

/** A chain without a module is not asked for it with each read. */
function untilFound<R, T>(
  read: (request: R) => Promise<T | NoModule>,
): (request: R) => Promise<T | NoModule> {
  let left = 0
  return async (request) => {
    if (left > 0) {
      left -= 1
      return 'NO_MODULE'
    }
    const found = await read(request)
    if (found === 'NO_MODULE') left = readsWithoutModule
    return found
  }
}

/** Who voted how, by operator, and until when: '' stands for the proposal itself, which no operator is called. */
interface Period {
  votingEndAt: number | null
}

type VotesRequest = Parameters<GovernanceReader['votes']>[0]

async function readVotes(gov: Assurance, request: VotesRequest): Promise<ProposalVotes | null> {
  const { proposalId, height } = request
  const voters = request.operators.flatMap((operator) => voterOf(operator) ?? [])
  const proven = await gov.prove(request, (store) => provenVotes(store, proposalId, voters))
  if (proven === 'REFUTED') return null
  if (proven === null) return comparedVotes(gov, request, voters)
  const { votingEndAt, options } = proven.value
  const source = { assurance: 'PROVEN' as const, host: proven.host }
  const votes = new Map([...options].map(([operator, one]) => [operator, { options: one, source }]))
  return votingEndAt === null ? null : { proposalId, height, votingEndAt, votes }
}

interface Voter {
  operator: string
  /** The account of the same bytes. */
  account: string
  voterHex: string
}

/** null: that is no operator. */
function voterOf(operator: string): Voter | null {
  const prefix = accountPrefix(operator)
  return prefix === null
    ? null
    : orNull(() => {
        const { hex: voterHex } = bech32ToHex(operator)
        return { operator, account: hexToBech32(prefix, voterHex), voterHex }
      })
}

async function provenVotes(store: ProvenStore, proposalId: number, voters: readonly Voter[]) {
  const key = proposalKey(proposalId)
  await store.fetch([key, ...voters.map(({ operator }) => voteKey(proposalId, operator))])
  const record = await store.value(key)
  const proposal = record === null ? null : store.decode(() => decodeProposal(record).proposal)
  const options = new Map<string, WeightedOption[] | null>()
  for (const { operator, voterHex } of voters) {
    const vote = await store.value(voteKey(proposalId, operator))
    // A vote that cannot be read was cast all the same: it is not known how.
    const read = vote === null ? null : orNull(() => decodeVote(vote, { proposalId, voterHex }))
    if (vote === null || read !== null) options.set(operator, read)
  }
  return { votingEndAt: endOf(proposal), options }
}

/** Votes are deleted when they are counted: outside its period nobody has "not voted". */
function endOf(proposal: Proposal | null): number | null {
  return proposal?.status === 'VOTING_PERIOD' ? proposal.votingEndAt : null
}

async function comparedVotes(
  gov: Assurance,
  { proposalId, height }: VotesRequest,
  voters: readonly Voter[],
): Promise<ProposalVotes | null> {
  const { known } = await gov.compare<Period | KnownVote['options']>(
    `votes on ${proposalId}`,
    async (node) => {
      const answers = await node.moduleAnswers(
        [
          { path: PROPOSAL, request: proposalRequest(proposalId) },
          ...voters.map(({ account }) => ({ path: VOTE, request: voteRequest(proposalId, account) })),
        ],
        height,
      )
      const said = new Map<string, Period | KnownVote['options']>()
      said.set('', { votingEndAt: endOf(proposalOf(node, proposalId, answers[0])) })
      for (const [index, voter] of voters.entries()) {
        const options = voteOf(node, { proposalId, ...voter }, answers[index + 1])
        if (options !== undefined) said.set(voter.operator, options)
      }
      return said
    },
  )
  const period = known.get('')?.value
  if (period === undefined || period === null || !('votingEndAt' in period) || period.votingEndAt === null)
    return null
  const votes = new Map<string, KnownVote>()
  for (const [operator, { value, source }] of known)
    if (value === null || !('votingEndAt' in value)) votes.set(operator, { options: value, source })
  return { proposalId, height, votingEndAt: period.votingEndAt, votes }
}

type Answer = Awaited<ReturnType<NodeClient['moduleAnswers']>>[number] | undefined

/** null: the chain has no such proposal. @throws ChainReadError */
function proposalOf(node: NodeClient, id: number, answer: Answer): Proposal | null {
  const source = sourceOf(node, PROPOSAL)
  if (answer?.ok === false) {
    if (answer.error.kind === 'abci' && saysNoProposal(answer.error.message, id)) return null
    throw answer.error
  }
  if (answer === undefined) throw new ChainReadError({ kind: 'schema', ...source, reason: 'no response' })
  const { proposal } = decodeAs(source, () => decodeProposalAnswer(answer.value))
  if (proposal.id !== id) throw new ChainReadError({ kind: 'schema', ...source, reason: 'another proposal' })
  return proposal
}

/** undefined: not known. Only x/gov's own words say that somebody has not voted; any other error says nothing. */
function voteOf(
  node: NodeClient,
  wanted: { proposalId: number; voterHex: string },
  answer: Answer,
): KnownVote['options'] | undefined {
  if (answer?.ok === true) {
    try {
      return decodeAs(sourceOf(node, VOTE), () => decodeVoteAnswer(answer.value, wanted))
    } catch (error) {
      if (error instanceof ChainReadError) return undefined
      throw error
    }
  }
  const isNone = answer?.error.kind === 'abci' && saysNoVote(answer.error.message, wanted.proposalId)
  return isNone ? null : undefined
}

type OutcomeRequest = Parameters<GovernanceReader['outcome']>[0]

async function readOutcome(gov: Assurance, request: OutcomeRequest): Promise<ProposalOutcome | null> {
  const { proposalId, height } = request
  const proven = await gov.prove(request, async (store) => {
    const record = await store.value(proposalKey(proposalId))
    return record === null ? null : store.decode(() => decodeProposal(record).proposal)
  })
  if (proven === 'REFUTED') return null
  if (proven !== null)
    return { height, proposal: proven.value, source: { assurance: 'PROVEN', host: proven.host } }
  const { known } = await gov.compare(`outcome of ${proposalId}`, async (node) => {
    const query = { path: PROPOSAL, request: proposalRequest(proposalId) }
    const [answer] = await node.moduleAnswers([query], height)
    return new Map([['', proposalOf(node, proposalId, answer)]])
  })
  const found = known.get('')
  return found === undefined ? null : { height, proposal: found.value, source: found.source }
}

async function readTally(
  gov: Assurance,
  { proposalId, height }: OutcomeRequest,
): Promise<CurrentTally | null> {
  const { known } = await gov.compare(
    `tally of ${proposalId}`,
    async (node) => {
      const value = await oneAnswer(node, height, { path: TALLY, request: proposalRequest(proposalId) })
      return new Map([['', decodeAs(sourceOf(node, TALLY), () => decodeTallyAnswer(value))]])
    },
    { isPassing: true },
  )
  const found = known.get('')
  return found === undefined ? null : { height, tally: found.value, source: found.source }
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ShapeError) return null
    throw error
  }
}
