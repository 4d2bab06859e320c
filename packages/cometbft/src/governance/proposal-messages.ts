import { hex } from '@scure/base'
import { ShapeError } from '../errors.ts'
import type { MessageField, ProposalKind, ProposalMessage } from './domain.ts'
import { readMessage, textOf, type WireMessage } from './wire-message.ts'

/**
 * What a proposal would do. Its messages may be of any module, and of types that nobody here knows: those that matter are
 * named field by field, the others are shown as far as they can be read.
 */

/** A page shows no more. */
const MOST_MESSAGES = 50
const MOST_FIELDS = 60
const MOST_TEXT = 1_000
/** Of all messages together: what is over it is left out, but the types are all there. */
const MOST_TEXT_OF_ALL = 50_000
const MOST_DEPTH = 4

interface ReadMessages {
  kind: ProposalKind
  messages: ProposalMessage[]
  /** There are more of them. */
  isShortened: boolean
  /** Of the first content that is 0.46's (every one begins with them); null where there is none. */
  content: { title: string; description: string } | null
}

/** @param messages `google.protobuf.Any` each. @throws ShapeError */
export function readProposalMessages(messages: readonly Uint8Array[]): ReadMessages {
  const all = messages.map(unpack)
  // What is planned counts wherever it stands.
  const shown = [...all.slice(0, MOST_MESSAGES), ...all.slice(MOST_MESSAGES).filter(isUpgrade)]
  const read = shown.slice(0, 2 * MOST_MESSAGES).map(readOne)
  const fitting = withinBudget(read)
  return {
    kind: kindOf(all.map(({ typeUrl }) => typeUrl)),
    messages: fitting,
    isShortened:
      all.length > MOST_MESSAGES ||
      fitting.some((one, index) => one !== read[index] || one.fields.length === MOST_FIELDS),
    content: contentOf(all),
  }
}

function withinBudget(messages: readonly ProposalMessage[]): ProposalMessage[] {
  let left = MOST_TEXT_OF_ALL
  return messages.map((message) => {
    left -= message.fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
    return left >= 0 ? message : { ...message, fields: [] }
  })
}

interface Unpacked {
  typeUrl: string
  value: Uint8Array
  /** It was in 0.46's envelope. */
  isContent: boolean
}

const ENVELOPE = '/cosmos.gov.v1.MsgExecLegacyContent'

function unpack(bytes: Uint8Array): Unpacked {
  const outer = anyOf(readMessage(bytes))
  if (outer.typeUrl !== ENVELOPE) return { ...outer, isContent: false }
  const inner = readMessage(outer.value).message(1)
  return inner === null ? { ...outer, isContent: false } : { ...anyOf(inner), isContent: true }
}

function anyOf(any: WireMessage): { typeUrl: string; value: Uint8Array } {
  return { typeUrl: any.text(1).slice(0, MOST_TEXT), value: any.bytes(2) ?? new Uint8Array() }
}

function contentOf(all: readonly Unpacked[]): ReadMessages['content'] {
  const first = all.find(({ isContent }) => isContent)
  const content = first === undefined ? null : orNull(() => readMessage(first.value))
  const text = (field: number) => orNull(() => content?.text(field) ?? '') ?? ''
  return content === null ? null : { title: text(1), description: text(2) }
}

/** What cannot be read in one message costs nothing else of the proposal. */
function readOne({ typeUrl, value, isContent }: Unpacked): ProposalMessage {
  const type = typeUrl.slice(typeUrl.lastIndexOf('/') + 1)
  const names = NAMES[type] ?? (isContent ? CONTENT_NAMES : {})
  const fields = orNull(() => readableFields(value, names)) ?? [{ name: '', value: hexOf(value) }]
  return { typeUrl, fields, plan: orNull(() => planOf(type, value)) }
}

const PLANS = /(?:^|\.)(?:MsgSoftwareUpgrade|SoftwareUpgradeProposal)$/

/** Both upgrade messages have their Plan where the other has its author or text. */
function planOf(type: string, value: Uint8Array): ProposalMessage['plan'] {
  if (!PLANS.test(type)) return null
  const plan = readMessage(value).message(type.endsWith('Proposal') ? 3 : 2)
  const height = Number(plan?.int(3) ?? 0n)
  return plan === null || !Number.isSafeInteger(height) || height <= 0
    ? null
    : { name: cut(plan.text(1)), height }
}

const isUpgrade = ({ typeUrl }: Unpacked) => PLANS.test(typeUrl)

const KINDS: readonly (readonly [RegExp, ProposalKind])[] = [
  [
    /\.(?:MsgSoftwareUpgrade|MsgCancelUpgrade|MsgIBCSoftwareUpgrade|UpgradeProposal|(?:Cancel)?SoftwareUpgradeProposal)$/,
    'SOFTWARE_UPGRADE',
  ],
  [/\.(?:Msg\w*Update\w*Params|ParameterChangeProposal)$/, 'PARAMETERS'],
  [
    /\.(?:MsgCommunityPoolSpend|CommunityPoolSpendProposal|MsgSubmitBudgetProposal|MsgCreateContinuousFund)$/,
    'SPEND',
  ],
  [/^\/cosmos\.bank\.v1beta1\.Msg(?:Multi)?Send$/, 'SPEND'],
  [/\.TextProposal$/, 'TEXT'],
]

function kindOf(types: readonly string[]): ProposalKind {
  const kinds = new Set(types.map((type) => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'OTHER'))
  if (kinds.has('SOFTWARE_UPGRADE')) return 'SOFTWARE_UPGRADE'
  const [first = 'TEXT', ...others] = kinds
  return others.length === 0 ? first : 'OTHER'
}

type Names = Readonly<Record<string, string>>

/** Every content of 0.46 begins so. */
const CONTENT_NAMES: Names = { '1': 'title', '2': 'description' }
const COINS: Names = { '3.1': 'amount.denom', '3.2': 'amount.amount' }
const PLAN = (at: string): Names => ({
  [`${at}.1`]: 'plan.name',
  [`${at}.3`]: 'plan.height',
  [`${at}.4`]: 'plan.info',
})

/** Fields by their numbers, of the types that are proposed most. */
const NAMES: Readonly<Record<string, Names>> = {
  'cosmos.upgrade.v1beta1.MsgSoftwareUpgrade': { '1': 'authority', ...PLAN('2') },
  'cosmos.upgrade.v1beta1.MsgCancelUpgrade': { '1': 'authority' },
  'cosmos.upgrade.v1beta1.SoftwareUpgradeProposal': { ...CONTENT_NAMES, ...PLAN('3') },
  'cosmos.params.v1beta1.ParameterChangeProposal': {
    ...CONTENT_NAMES,
    '3.1': 'changes.subspace',
    '3.2': 'changes.key',
    '3.3': 'changes.value',
  },
  'cosmos.distribution.v1beta1.CommunityPoolSpendProposal': {
    ...CONTENT_NAMES,
    '3': 'recipient',
    '4.1': 'amount.denom',
    '4.2': 'amount.amount',
  },
  'cosmos.distribution.v1beta1.MsgCommunityPoolSpend': { '1': 'authority', '2': 'recipient', ...COINS },
  'cosmos.protocolpool.v1.MsgCommunityPoolSpend': { '1': 'authority', '2': 'recipient', ...COINS },
  'cosmos.bank.v1beta1.MsgSend': { '1': 'from_address', '2': 'to_address', ...COINS },
  'cosmos.gov.v1.MsgUpdateParams': {
    '1': 'authority',
    '2.1.1': 'params.min_deposit.denom',
    '2.1.2': 'params.min_deposit.amount',
    '2.2.1': 'params.max_deposit_period.seconds',
    '2.3.1': 'params.voting_period.seconds',
    '2.4': 'params.quorum',
    '2.5': 'params.threshold',
    '2.6': 'params.veto_threshold',
    '2.7': 'params.min_initial_deposit_ratio',
    '2.8': 'params.proposal_cancel_ratio',
    '2.9': 'params.proposal_cancel_dest',
    '2.10.1': 'params.expedited_voting_period.seconds',
    '2.11': 'params.expedited_threshold',
    '2.12.1': 'params.expedited_min_deposit.denom',
    '2.12.2': 'params.expedited_min_deposit.amount',
    '2.13': 'params.burn_vote_quorum',
    '2.14': 'params.burn_proposal_deposit_prevote',
    '2.15': 'params.burn_vote_veto',
    '2.16': 'params.min_deposit_ratio',
  },
  'cosmos.staking.v1beta1.MsgUpdateParams': {
    '1': 'authority',
    '2.1.1': 'params.unbonding_time.seconds',
    '2.2': 'params.max_validators',
    '2.3': 'params.max_entries',
    '2.4': 'params.historical_entries',
    '2.5': 'params.bond_denom',
    '2.6': 'params.min_commission_rate',
  },
  'cosmos.slashing.v1beta1.MsgUpdateParams': {
    '1': 'authority',
    '2.1': 'params.signed_blocks_window',
    '2.2': 'params.min_signed_per_window',
    '2.3.1': 'params.downtime_jail_duration.seconds',
    '2.4': 'params.slash_fraction_double_sign',
    '2.5': 'params.slash_fraction_downtime',
  },
  'cosmos.consensus.v1.MsgUpdateParams': {
    '1': 'authority',
    '2.1': 'block.max_bytes',
    '2.2': 'block.max_gas',
    '3.1': 'evidence.max_age_num_blocks',
    '3.2.1': 'evidence.max_age_duration.seconds',
    '3.3': 'evidence.max_bytes',
    '4.1': 'validator.pub_key_types',
  },
}

function readableFields(bytes: Uint8Array, names: Names): MessageField[] {
  const found: MessageField[] = []
  collect(readMessage(bytes), '', names, found)
  return found
}

const NO_TIME = -62_135_596_800n

/** Depth first, until there are enough. */
function collect(message: WireMessage, above: string, names: Names, into: MessageField[]): void {
  for (const { field, value } of message.fields) {
    if (into.length === MOST_FIELDS) return
    const path = above === '' ? String(field) : `${above}.${field}`
    const name = names[path] ?? path
    const number = typeof value === 'bigint' ? BigInt.asIntN(64, value) : null
    // A plan has a time that nothing has been planned by since SDK 0.44: Go's zero one.
    if (number === NO_TIME) continue
    if (number !== null) into.push({ name, value: number.toString() })
    else if (typeof value !== 'bigint') collectBytes({ value, path, name, names, into })
  }
}

interface Part {
  value: Uint8Array
  path: string
  name: string
  names: Names
  into: MessageField[]
}

/**
 * Nobody says whether bytes are a text or a message. A message begins with a tag, which in one of few fields is a control
 * character; a text that people write does not.
 */
function collectBytes({ value, path, name, names, into }: Part): void {
  const text = printable(value)
  const isNamed = name !== path
  const isText = text !== null && (isNamed || (value[0] ?? 0x20) >= 0x20)
  const inner = isText || path.split('.').length > MOST_DEPTH ? null : orNull(() => readMessage(value))
  if (inner !== null) collect(inner, path, names, into)
  else into.push({ name, value: text === null ? hexOf(value) : cut(text) })
}

function printable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Control characters other than tab and ends of lines are in no text.
    return /[^\P{Cc}\t\n\r]/u.test(text) ? null : text
  } catch {
    return null
  }
}

function cut(text: string): string {
  return text.length <= MOST_TEXT ? text : `${textOf(new TextEncoder().encode(text.slice(0, MOST_TEXT)))}…`
}

function hexOf(bytes: Uint8Array): string {
  const shown = hex.encode(bytes.subarray(0, MOST_TEXT / 4))
  return bytes.length > MOST_TEXT / 4 ? `${shown}…` : shown
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ShapeError) return null
    throw error
  }
}
