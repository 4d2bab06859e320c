import * as z from 'zod/mini'
import { type Endpoint, Id, NetworkParams, Nothing, optional, wholeNumber } from '../endpoint.ts'
import { assurances, Time } from '../networks/validators.ts'

const proposalKinds = ['TEXT', 'SOFTWARE_UPGRADE', 'PARAMETERS', 'SPEND', 'OTHER'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** PASSED, REJECTED and FAILED are the chain's own words; CANCELLED: its proposer took it back before the end. */
const proposalStates = ['VOTING', 'PASSED', 'REJECTED', 'FAILED', 'CANCELLED'] as const
export type ProposalState = (typeof proposalStates)[number]

export const voteOptions = ['YES', 'NO', 'NO_WITH_VETO', 'ABSTAIN'] as const
export type VoteOption = (typeof voteOptions)[number]

/** What was staked behind each option: base units, as decimal strings. */
const Tally = z.object({
  yes: z.string(),
  no: z.string(),
  no_with_veto: z.string(),
  abstain: z.string(),
})
export type Tally = z.infer<typeof Tally>

/** Validators by id. */
const Ids = z.array(z.int())

/** Shares are fractions 0…1; what is not known is null. */
export const Proposal = z.object({
  /** Of this site: unlike the chain's number it is never used again, not even where a chain begins again. */
  id: z.int(),
  /** The chain's own number, which its commands take. */
  proposal_id: z.int(),
  /** As the proposer wrote it; may be empty. */
  title: z.string(),
  kind: z.enum(proposalKinds),
  state: z.enum(proposalStates),
  /** An expedited one that fails goes on as an ordinary one, with a later end and none of the votes cast so far. */
  is_expedited: z.boolean(),
  voting_start_at: Time,
  /** The moved one, where it went on after its expedited vote. */
  voting_end_at: Time,
  /** What has voted of what is bonded, abstentions too. While voting as of the last reading; of a past one as it ended. */
  turnout: z.nullable(z.number()),
  /** What has to vote for it to count; null: the chain’s parameters are not known. */
  quorum: z.nullable(z.number()),
  /** As of the same moment as `turnout`; null: nobody has read one. */
  tally: z.nullable(Tally),
  /** How the proposal is known: its text, state and end. */
  assurance: z.enum(assurances),
  /** The caller's favourites alone. Those whose vote was seen, */
  voted: Ids,
  /** those known not to have voted when they were last looked at (while voting), or before the count (of a past one), */
  not_voted: Ids,
  /** and those of whom neither is known: nobody answered, nobody looked at the end, or they are in no active set. */
  unknown: Ids,
})
export type Proposal = z.infer<typeof Proposal>

/** A vote that is split has several options, whose weights add up to 1. */
const VoteOptionWeight = z.object({ option: z.enum(voteOptions), weight: z.number() })
export type VoteOptionWeight = z.infer<typeof VoteOptionWeight>

/** What one validator is known to have done: a validator of whom nothing is known has none of these. */
export const ValidatorVote = z.object({
  validator_id: z.int(),
  /** null: it had not voted by `height`. */
  vote: z.nullable(z.array(VoteOptionWeight)),
  /** The block after which this was so, and its header's time; a vote may be changed until the end. */
  at: Time,
  height: z.int(),
  assurance: z.enum(assurances),
})
export type ValidatorVote = z.infer<typeof ValidatorVote>

const ProposalMessage = z.object({
  /** As the chain names it, e.g. `/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade`. */
  type: z.string(),
  /** What it says, for people: names where its type is known here, else the numbers of its fields (`2.1`). */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of a software upgrade alone; its height is 0 where the proposal names none. */
  plan: z.nullable(z.object({ name: z.string(), height: z.int() })),
})
export type ProposalMessage = z.infer<typeof ProposalMessage>

export const ProposalDetails = z.extend(Proposal, {
  /** Markdown as the proposer wrote it, which nobody has checked; may be empty. */
  summary: z.string(),
  /** It was longer than what is kept. */
  is_shortened: z.boolean(),
  /** Account address; null on chains before SDK 0.47. */
  proposer: z.nullable(z.string()),
  /** The chain's words for why what passed could not be done (state FAILED); null where it says none. */
  failed_reason: z.nullable(z.string()),
  /**
   * How an operator votes on it, where that is known of this chain: `<option>` (`yes`, `no`, `no_with_veto`, `abstain`) and
   * `<key>` are for them to fill in.
   */
  vote_command: z.nullable(z.string()),
  /** What is done when it passes; none: a text. */
  messages: z.array(ProposalMessage),
  /** Of every validator whose vote was looked for, by validator id: those that somebody watches. */
  votes: z.array(ValidatorVote),
})
export type ProposalDetails = z.infer<typeof ProposalDetails>

/** Validators announce that they can run a version (Celestia): x/signal counts their power. */
const Signalling = z.object({
  version: z.int(),
  /** Of the bonded power, who has signalled this version; the upgrade is scheduled from `threshold` on. */
  power_share: z.number(),
  threshold: z.number(),
  /** Validators of the active set that have not signalled it. */
  missing: Ids,
})
export type Signalling = z.infer<typeof Signalling>

export const Upgrade = z.object({
  /** Of x/upgrade's plan; null where only a version is known. */
  name: z.nullable(z.string()),
  /** The application's version (x/signal); null where only a name is. */
  version: z.nullable(z.int()),
  /** Before which the chain stops; null while it is not scheduled. */
  height: z.nullable(z.int()),
  /** When that is reckoned to come, by the time of the last blocks; null where that is not known. */
  at: z.nullable(Time),
  assurance: z.enum(assurances),
  /** null: this chain has none, or nobody has signalled. */
  signalling: z.nullable(Signalling),
})
export type Upgrade = z.infer<typeof Upgrade>

export const Governance = z.object({
  /** Those that are open first, then the others; of each the newest first. */
  proposals: z.array(Proposal),
  /** The next one; null: none is planned as far as is known. */
  upgrade: z.nullable(Upgrade),
})
export type Governance = z.infer<typeof Governance>

/** How many of the votes that ended last are counted. */
export const countedProposals = 10

const ValidatorParticipation = z.object({
  validator_id: z.int(),
  /** Of the counted proposals, in how many its vote was seen, */
  voted: z.int(),
  /** and in how many it is known not to have voted before the count; what neither is said of, nobody knows. */
  not_voted: z.int(),
})

/** Who voted in the proposals whose vote ended last. */
export const Participation = z.object({
  /** How many were counted: the last ten, or as many as are known; without those that were cancelled. */
  proposals: z.int(),
  /** Validators of whom anything is known of them, by id. */
  validators: z.array(ValidatorParticipation),
})
export type Participation = z.infer<typeof Participation>

/** What one validator did on one proposal. */
export const CastVote = z.object({
  ...z.pick(Proposal, {
    proposal_id: true,
    title: true,
    kind: true,
    state: true,
    is_expedited: true,
    voting_end_at: true,
  }).shape,
  /** NOT_VOTED: while voting as of when it was last looked at, of a past one before the count; UNKNOWN: neither is known. */
  did: z.enum(['VOTED', 'NOT_VOTED', 'UNKNOWN']),
  vote: z.nullable(z.array(VoteOptionWeight)),
  /** Of the look that showed it: its block, the time of that and how it is known; null: nobody looked. */
  at: z.nullable(Time),
  height: z.nullable(z.int()),
  assurance: z.nullable(z.enum(assurances)),
})
export type CastVote = z.infer<typeof CastVote>

export const ValidatorVotes = z.object({
  /** Those that are open first, then the others, of each the newest first; at most fifty. */
  votes: z.array(CastVote),
})
export type ValidatorVotes = z.infer<typeof ValidatorVotes>

/** Proposals of a page where the query does not say, and at most. */
export const proposalLimit = { usual: 50, most: 200 }
const GovernanceQuery = z.object({
  /** Left out: ALL. */
  state: optional(z.enum(['OPEN', 'ALL'])),
  /** Only those that the list has after the proposal of this `id`. */
  before: optional(Id),
  limit: optional(wholeNumber(1_000_000)),
})
export type GovernanceQuery = z.infer<typeof GovernanceQuery>

const ProposalParams = z.extend(NetworkParams, {
  /** The chain's own number. */
  proposalId: wholeNumber(Number.MAX_SAFE_INTEGER),
})

export const governanceEndpoints = {
  governance: {
    method: 'GET',
    path: '/api/governance/{blockchainId}/',
    access: 'network',
    params: NetworkParams,
    query: GovernanceQuery,
    body: null,
    responses: { 200: Governance },
    errors: [401, 403, 404],
    produces: 'json',
  },
  participation: {
    method: 'GET',
    path: '/api/governance/{blockchainId}/votes/',
    access: 'network',
    params: NetworkParams,
    query: Nothing,
    body: null,
    responses: { 200: Participation },
    errors: [401, 403, 404],
    produces: 'json',
  },
  validatorVotes: {
    method: 'GET',
    path: '/api/governance/{blockchainId}/votes/{validatorId}/',
    access: 'network',
    params: z.extend(NetworkParams, { validatorId: Id }),
    query: Nothing,
    body: null,
    responses: { 200: ValidatorVotes },
    errors: [401, 403, 404],
    produces: 'json',
  },
  proposal: {
    method: 'GET',
    path: '/api/governance/{blockchainId}/{proposalId}/',
    access: 'network',
    params: ProposalParams,
    query: Nothing,
    body: null,
    responses: { 200: ProposalDetails },
    errors: [401, 403, 404],
    produces: 'json',
  },
} as const satisfies Record<string, Endpoint>
