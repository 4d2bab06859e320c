import { concatBytes } from '@noble/hashes/utils.js'
import { bech32ToHex } from '../address.ts'
import { ShapeError } from '../errors.ts'
import { bytesField, intField, messageField } from '../protobuf.ts'
import { decFromScaled, decToScaled, intFromText } from '../rpc/cosmos-sdk.decode.ts'
import type {
  GovernanceParams,
  Proposal,
  ProposalStatus,
  TallyResult,
  VoteOption,
  WeightedOption,
} from './domain.ts'
import { readProposalMessages } from './proposal-messages.ts'
import { readMessage, type WireMessage } from './wire-message.ts'

/**
 * x/gov v1 as SDK 0.46 to 0.55 write it: 0.47 adds title, summary and proposer, 0.50 what is expedited and why something
 * failed. The same bytes lie in the store and in answers.
 */

export const PROPOSALS = '/cosmos.gov.v1.Query/Proposals'
export const PROPOSAL = '/cosmos.gov.v1.Query/Proposal'
export const VOTE = '/cosmos.gov.v1.Query/Vote'
export const TALLY = '/cosmos.gov.v1.Query/TallyResult'
export const PARAMS = '/cosmos.gov.v1.Query/Params'

const VOTING = 2
/** Each may have kilobytes of text. */
const PROPOSALS_ON_PAGE = 50

/** All in voting period; `key` is the page before's `nextKey`. */
export function openProposalsRequest(key: Uint8Array): Uint8Array {
  const page = concatBytes(bytesField(1, key), intField(3, PROPOSALS_ON_PAGE))
  return concatBytes(intField(1, VOTING), messageField(4, page))
}

/** The same message asks for a proposal and for its tally. */
export function proposalRequest(id: number): Uint8Array {
  return intField(1, id)
}

export function voteRequest(id: number, voter: string): Uint8Array {
  return concatBytes(intField(1, id), bytesField(2, voter))
}

/** 0.46 has no others than these, three to be asked for one by one; later ones answer all parameters as well. */
export function paramsRequest(): Uint8Array {
  return bytesField(1, 'tallying')
}

/** A proposal, and what its place in the queue of those that end is made of. */
export interface ReadProposal {
  proposal: Proposal
  /** Nanoseconds since 1970; null in the deposit period. */
  votingEndNs: bigint | null
}

export function decodeProposalsPage(bytes: Uint8Array): { items: ReadProposal[]; nextKey: Uint8Array } {
  const page = readMessage(bytes)
  return {
    items: page.allBytes(1).map(decodeProposal),
    nextKey: page.message(2)?.bytes(1) ?? new Uint8Array(),
  }
}

export function decodeProposalAnswer(bytes: Uint8Array): ReadProposal {
  const proposal = readMessage(bytes).bytes(1)
  if (proposal === null) throw new ShapeError('the proposal is missing')
  return decodeProposal(proposal)
}

const STATUSES: Readonly<Record<string, ProposalStatus>> = {
  '1': 'DEPOSIT_PERIOD',
  '2': 'VOTING_PERIOD',
  '3': 'PASSED',
  '4': 'REJECTED',
  '5': 'FAILED',
}

/** A title has 255 characters at most where the chain checks it; metadata of 0.46 may have more. */
const MOST_TITLE = 300
/** What a page shows. A chain takes 10,200 unless it was told otherwise. */
const MOST_SUMMARY = 20_000
const MOST_REASON = 1_000
/** Longer metadata are no JSON that anybody wrote for people. */
const MOST_METADATA = 100_000

/** As its store keeps it. @throws ShapeError */
export function decodeProposal(bytes: Uint8Array): ReadProposal {
  const record = readMessage(bytes)
  const status = STATUSES[String(record.uint(3))]
  const id = safe(record.uint(1))
  if (status === undefined) throw new ShapeError(`proposal ${id} has no known status`)
  const { kind, messages, isShortened, content } = readProposalMessages(record.allBytes(2))
  const text = textsOf(record, content)
  const isOver = status !== 'DEPOSIT_PERIOD' && status !== 'VOTING_PERIOD'
  const tally = record.message(4)
  const proposal: Proposal = {
    id,
    title: shortened(text.title, MOST_TITLE),
    summary: shortened(text.summary, MOST_SUMMARY),
    isShortened: isShortened || text.title.length > MOST_TITLE || text.summary.length > MOST_SUMMARY,
    proposer: orNull(shortened(record.text(13), MOST_TITLE)),
    kind,
    messages,
    status,
    isExpedited: record.uint(14) !== 0n,
    submittedAt: msOf(timeNs(record.message(5))),
    votingStartAt: msOf(timeNs(record.message(8))),
    votingEndAt: msOf(timeNs(record.message(9))),
    finalTally: isOver && tally !== null ? tallyOf(tally) : null,
    failedReason: orNull(shortened(record.text(15), MOST_REASON)),
  }
  return { proposal, votingEndNs: timeNs(record.message(9)) }
}

type Texts = Pick<Proposal, 'title' | 'summary'>

/** Before SDK 0.47 a proposal has no title of its own: its content has one, or its metadata where they are JSON. */
function textsOf(record: WireMessage, content: { title: string; description: string } | null): Texts {
  const own = { title: record.text(11), summary: record.text(12) }
  if (own.title !== '' || own.summary !== '') return own
  if (content !== null) return { title: content.title, summary: content.description }
  return metadataTexts(record.text(10))
}

function metadataTexts(metadata: string): Texts {
  const said = metadata.length > MOST_METADATA ? null : objectOf(metadata)
  const text = (...names: readonly string[]) =>
    names.map((name) => said?.[name]).find((value): value is string => typeof value === 'string') ?? ''
  return { title: text('title'), summary: text('summary', 'details', 'description') }
}

function objectOf(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

/** Between two characters: half of one is none. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}

const orNull = (text: string) => (text === '' ? null : text)

export function decodeTallyAnswer(bytes: Uint8Array): TallyResult {
  const tally = readMessage(bytes).message(1)
  if (tally === null) throw new ShapeError('the tally is missing')
  return tallyOf(tally)
}

function tallyOf(tally: WireMessage): TallyResult {
  const count = (field: number) => {
    const value = intFromText(tally.text(field) || '0')
    if (value < 0n) throw new ShapeError('a tally has a negative count')
    return value
  }
  return { yes: count(1), abstain: count(2), no: count(3), noWithVeto: count(4) }
}

const OPTIONS: Readonly<Record<string, VoteOption>> = {
  '1': 'YES',
  '2': 'ABSTAIN',
  '3': 'NO',
  '4': 'NO_WITH_VETO',
}

/**
 * The options of a vote, which must be the one that was asked for: its record names proposal and voter again.
 *
 * @throws ShapeError
 */
export function decodeVote(
  bytes: Uint8Array,
  wanted: { proposalId: number; voterHex: string },
): WeightedOption[] {
  const vote = readMessage(bytes)
  if (vote.uint(1) !== BigInt(wanted.proposalId) || bech32ToHex(vote.text(2)).hex !== wanted.voterHex)
    throw new ShapeError('the vote of another voter, or on another proposal')
  const options = vote.allBytes(4).map(optionOf)
  const sum = options.reduce((all, { weight }) => all + decToScaled(weight), 0n)
  if (options.length === 0 || options.length > MOST_OPTIONS || sum > ALL)
    throw new ShapeError('the options of a vote are none')
  return options
}

const MOST_OPTIONS = 4
const ALL = 10n ** 18n

export function decodeVoteAnswer(
  bytes: Uint8Array,
  wanted: { proposalId: number; voterHex: string },
): WeightedOption[] {
  const vote = readMessage(bytes).bytes(1)
  if (vote === null) throw new ShapeError('the vote is missing')
  return decodeVote(vote, wanted)
}

/** The weight is text that the voter may have written: "1", "0.5". */
function optionOf(bytes: Uint8Array): WeightedOption {
  const weighted = readMessage(bytes)
  const option = OPTIONS[String(weighted.uint(1))]
  if (option === undefined) throw new ShapeError('a vote for no known option')
  return { option, weight: fraction(weighted.text(2)) }
}

/** The parameters as x/gov keeps them in its store since SDK 0.47. @throws ShapeError */
export function decodeParamsRecord(bytes: Uint8Array): GovernanceParams {
  const params = readMessage(bytes)
  const expedited = params.text(11)
  return {
    quorum: fraction(params.text(4)),
    threshold: fraction(params.text(5)),
    vetoThreshold: fraction(params.text(6)),
    expeditedThreshold: expedited === '' ? null : fraction(expedited),
  }
}

export function decodeParamsAnswer(bytes: Uint8Array): GovernanceParams {
  const answer = readMessage(bytes)
  const all = answer.bytes(4)
  if (all !== null) return decodeParamsRecord(all)
  const tally = answer.message(3)
  if (tally === null) throw new ShapeError('the parameters of x/gov are missing')
  return tallyParams([1, 2, 3].map((field) => tally.text(field)))
}

/** Where SDK 0.46 keeps them in x/params, as JSON. */
export const LEGACY_TALLY = 'gov/tallyparams'

/** @throws ShapeError */
export function decodeLegacyTallyParams(bytes: Uint8Array): GovernanceParams {
  const said = objectOf(new TextDecoder().decode(bytes))
  return tallyParams(
    ['quorum', 'threshold', 'veto_threshold'].map((name) => {
      const value = said?.[name]
      return typeof value === 'string' ? value : ''
    }),
  )
}

function tallyParams([quorum = '', threshold = '', veto = '']: readonly string[]): GovernanceParams {
  return {
    quorum: fraction(quorum),
    threshold: fraction(threshold),
    vetoThreshold: fraction(veto),
    expeditedThreshold: null,
  }
}

/** With all its places, however many were written. @throws ShapeError where it is no number from 0 to 1 */
function fraction(text: string): string {
  const scaled = decToScaled(text.replace(/^\+/, ''))
  if (scaled < 0n || scaled > ALL) throw new ShapeError('not a fraction')
  return decFromScaled(String(scaled))
}

/** A `google.protobuf.Timestamp`; null for none and for Go's zero time. */
function timeNs(time: WireMessage | null): bigint | null {
  if (time === null) return null
  const seconds = time.int(1)
  const nanos = time.int(2)
  if (nanos < 0n || nanos > 999_999_999n || seconds > LAST_SECOND) throw new ShapeError('not a time')
  return seconds <= 0n ? null : seconds * 1_000_000_000n + nanos
}

/** Of the year 9999, as protobuf has it. */
const LAST_SECOND = 253_402_300_799n

const msOf = (ns: bigint | null) => (ns === null ? null : Number(ns / 1_000_000n))

function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number === 0) throw new ShapeError('a proposal has no such id')
  return number
}

/** x/gov's words for a vote that was not cast (code 18, as for a request that is none: only the words tell). */
export function saysNoVote(log: string, proposalId: number): boolean {
  return new RegExp(`not found for proposal: ${proposalId}(?!\\d)`).test(log)
}

/** x/gov's words for a proposal that there is none of any more (code 22). */
export function saysNoProposal(log: string, proposalId: number): boolean {
  return new RegExp(`proposal ${proposalId} doesn't exist`).test(log)
}
