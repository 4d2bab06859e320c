import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import type { Validator } from '@roundsman/contract/validators'
import type { LetterRing } from './model/letter-ring.ts'
import type { ValidatorRecord } from './model/validator-facts.ts'
import type { ValidatorValues } from './model/validator-values.ts'
import { stateSince } from './state-since.ts'
import type { NewestOf } from './timeline.store.ts'
import { type AvatarOf, validatorRow } from './validator-row.ts'

interface DetailsInput {
  record: ValidatorRecord & { id: number }
  /** Its row of the list; null for one that has left. */
  row: Validator | null
  ring: LetterRing
  /** From which height x/slashing counts its blocks. */
  signingStart: number | null
  blocks: number
  newest: NewestOf
  /** Ids of those it runs. */
  bridges: number[]
  avatarOf: AvatarOf
}

/** Everything that is known of a validator. Pure. */
export function validatorDetails({
  record,
  row,
  ring,
  signingStart,
  blocks,
  newest,
  bridges,
  avatarOf,
}: DetailsInput): ValidatorDetails {
  const shown = row ?? departedRow(record, avatarOf)
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
    signing_start_height: row === null ? null : signingStart,
    signatures: signaturesOf(ring, record.slot, blocks),
    state_since: stateSince(shown, newest.changes),
    timeline: newest.timeline,
    bridges,
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
function departedRow(record: ValidatorRecord & { id: number }, avatarOf: AvatarOf): Validator {
  const { slot, id, tombstoned } = record
  const values: ValidatorValues = {
    ...{ slot, id, tombstoned },
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
    window: null,
    consecutiveMissed: null,
    consecutiveMissedExact: null,
    secondsToJail: null,
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
