import { accountPrefix, bech32ToHex } from '@roundsman/cometbft/address'
import type {
  StateSince,
  ValidatorDetails,
  ValidatorEvent,
  ValidatorEventKind,
} from '@roundsman/contract/networks/validator-details'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { LetterRing } from '../model/letter-ring.ts'
import type { ValidatorRecord } from '../model/validator-facts.ts'
import type { ValidatorValues } from '../model/validator-values.ts'
import { type AvatarOf, validatorRow } from './network-view.ts'
import type { OpenOutage } from '../model/watch.schema.ts'
import { type NewestOf, outageOf } from './timeline.store.ts'

interface DetailsInput {
  record: ValidatorRecord & { id: number }
  /** Its row of the list; null for one that has left. */
  row: Validator | null
  signatures: ValidatorDetails['signatures']
  /** Of how many blocks its uptime is. */
  countedBlocks: number | null
  /** From which height x/slashing counts its blocks. */
  signingStart: number | null
  newest: NewestOf
  /** The one that it is in. */
  outage: OpenOutage | null
  /** Ids of those it runs. */
  bridges: number[]
  /** Null where nobody knows it. */
  unjailCommand: string | null
  avatarOf: AvatarOf
}

/** Everything that is known of a validator. Pure. */
export function validatorDetails({
  record,
  row,
  signatures,
  countedBlocks,
  signingStart,
  newest,
  outage,
  bridges,
  unjailCommand,
  avatarOf,
}: DetailsInput): ValidatorDetails {
  const shown = row ?? rowOfRemoved(record, avatarOf)
  return {
    ...shown,
    description: record.details,
    security_contact: record.securityContact,
    commission_max_rate: rateOf(record.commissionMaxRate),
    commission_max_change_rate: rateOf(record.commissionMaxChangeRate),
    commission_updated_at: timeOf(record.commissionUpdatedAt),
    self_delegation: record.selfDelegation?.toString() ?? null,
    self_delegation_at: timeOf(record.selfDelegationAt),
    self_delegation_assurance: record.selfDelegationAssurance,
    unbonding_at: timeOf(record.unbondingAt),
    counted_blocks: row === null ? null : countedBlocks,
    signing_start_height: row === null ? null : signingStart,
    signatures,
    state_since: stateSince(shown, newest.changes),
    outage: row === null || outage === null ? null : outageOf(outage),
    timeline: newest.timeline,
    bridges,
    unjail_command: unjailCommand,
  }
}

/**
 * The last letters of a slot up to the newest height that is known, and how each height is: '-' in both for what nobody
 * saw, none before height 1.
 */
export function signaturesOf(
  ring: Pick<LetterRing, 'newest' | 'recent' | 'assurances'>,
  slot: number,
  blocks: number,
): ValidatorDetails['signatures'] {
  const newest = ring.newest()
  if (newest === null) return { from_height: null, letters: '', assurances: '' }
  const count = Math.min(blocks, newest)
  return {
    from_height: newest - count + 1,
    letters: ring.recent(slot, count),
    assurances: ring.assurances(count),
  }
}

/** Of one that the chain does not name any more, who it was is all that holds. */
function rowOfRemoved(record: ValidatorRecord & { id: number }, avatarOf: AvatarOf): Validator {
  const { slot, id, tombstoned } = record
  const values: ValidatorValues = {
    slot,
    id,
    tombstoned,
    letter: null,
    inSet: false,
    bondStatus: 'BOND_STATUS_UNSPECIFIED',
    jailed: null,
    power: 0n,
    powerShare: 0,
    tokens: null,
    rank: null,
    commissionRate: null,
    uptime: null,
    missedBlocks: null,
    missedBlocksExact: null,
    window: null,
    consecutiveMissed: null,
    consecutiveMissedExact: null,
    secondsToJail: null,
    secondsToJailAtMost: null,
  }
  const unknown = { jailed: null, jailedUntil: null, tokens: null, rank: null }
  const known = { ...record, ...unknown, bondStatus: values.bondStatus, power: values.power }
  return validatorRow(known, values, { letters: '', lettersAt: null }, avatarOf)
}

function rateOf(rate: string | null): number | null {
  return rate === null ? null : Number(rate)
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** What was before one left, or was seen for the first time, says nothing of now. */
const presence = ['joined', 'removed'] as const
const bonding = ['bonded', 'unbonding', 'unbonded', ...presence] as const

/** The newest of these is what began each state, or it was not seen to begin. Tombstoned is for good. */
const changesOf: Record<StateSince['state'], readonly ValidatorEventKind[]> = {
  tombstoned: ['tombstoned'],
  jailed: ['jailed', 'unjailed', ...presence],
  bonded: bonding,
  unbonding: bonding,
  unbonded: bonding,
}

/**
 * Since when a validator has been tombstoned, jailed or of its bond status, the first of these that holds. Null where
 * nobody saw that begin: the newest change that is known led to something else, or was before it joined. Pure.
 * @param events newest first, with at least the newest of each kind that reports states
 */
export function stateSince(row: Validator, events: readonly ValidatorEvent[]): StateSince | null {
  // Missed blocks are reported by letters.
  const { kind: state } = stateOf({ ...row, seconds_to_jail: null, consecutive_missed: null })
  if (state === 'unknown' || state === 'missing' || state === 'risk') return null
  const last = events.find(({ kind }) => changesOf[state].includes(kind))
  return last?.kind === state ? { state, at: last.at, height: last.height } : null
}

type Named = Pick<ValidatorRecord, 'id' | 'operatorAddress' | 'consensusAddress' | 'removedAt'>

/**
 * The validator that an id, an operator or consensus address in bech32, or the bytes of one in hex, names among those
 * of a network; of two with one key, the one that has not left. Null: none, or an address of another network. Pure.
 */
export function findValidator<R extends Named>(records: readonly R[], name: string): R | null {
  const isNamed = /^\d{1,10}$/.test(name) ? hasId(Number(name)) : hasAddress(name, prefixOf(records))
  const found = records.filter(isNamed)
  return found.find(({ removedAt }) => removedAt === null) ?? found[0] ?? null
}

const hasId =
  (wanted: number) =>
  ({ id }: Named) =>
    id === wanted

/** Of the addresses of a network, which all have the same; null where no operator is known to have one. */
function prefixOf(records: readonly Named[]): string | null {
  const operator = records.find(({ operatorAddress }) => operatorAddress !== null)?.operatorAddress
  return operator == null ? null : accountPrefix(operator)
}

function hasAddress(name: string, ofNetwork: string | null): (record: Named) => boolean {
  const digits = /^(?:0x)?([0-9a-f]{40})$/i.exec(name)?.[1]?.toUpperCase()
  if (digits !== undefined) return (record) => isOfBytes(record, digits)
  const read = readBech32(name)
  if (read === null) return () => false
  const { address, prefix, hex } = read
  // The same key may validate elsewhere: without a prefix to compare, that would be taken for this network.
  const isConsensus = ofNetwork !== null && prefix === `${ofNetwork}valcons`
  return ({ operatorAddress, consensusAddress }) =>
    operatorAddress === address || (isConsensus && consensusAddress === hex)
}

function isOfBytes({ operatorAddress, consensusAddress }: Named, hex: string): boolean {
  if (consensusAddress === hex) return true
  return operatorAddress !== null && readBech32(operatorAddress)?.hex === hex
}

function readBech32(text: string): { address: string; prefix: string; hex: string } | null {
  try {
    return { address: text.toLowerCase(), ...bech32ToHex(text) }
  } catch {
    return null
  }
}
