import type { Validator } from '@roundsman/contract/validators'
import type { ValidatorRecord } from './model/validator-facts.ts'
import type { ValidatorValues } from './model/validator-values.ts'

export interface Strip {
  /** The last blocks, oldest first. */
  letters: string
  /** Header time of the newest one, Unix ms. */
  lettersAt: number | null
}

/** Where the picture of an identity is served; null: none is known. */
export type AvatarOf = (identity: string | null) => string | null

/** A row of the validators list. Pure. */
export function validatorRow(
  record: ValidatorRecord & { id: number },
  values: ValidatorValues,
  { letters, lettersAt }: Strip,
  avatarOf: AvatarOf,
): Validator {
  return {
    id: record.id,
    operator_address: record.operatorAddress,
    consensus_address: record.consensusAddress,
    moniker: record.moniker,
    identity: record.identity,
    website: record.website,
    avatar: avatarOf(record.identity),
    rank: record.rank,
    bond_status: record.bondStatus,
    jailed: record.jailed,
    tombstoned: record.tombstoned,
    jailed_until: timeOf(record.jailedUntil),
    tokens: record.tokens?.toString() ?? null,
    voting_power: record.power.toString(),
    voting_power_share: values.powerShare,
    commission_rate: values.commissionRate,
    uptime: values.uptime,
    missed_blocks: values.missedBlocks,
    signed_blocks_window: values.window,
    consecutive_missed: values.consecutiveMissed,
    consecutive_missed_exact: values.consecutiveMissedExact,
    seconds_to_jail: values.secondsToJail,
    recent_signatures: letters,
    state_assurance: record.stateAssurance,
    updated_at: new Date(updatedAt(record, values, lettersAt)).toISOString(),
  }
}

/** When something was last observed of the validator: its letters, or a change of its state. */
function updatedAt(record: ValidatorRecord, values: ValidatorValues, lettersAt: number | null): number {
  return Math.max(record.changedAt, values.letter === null ? 0 : (lettersAt ?? 0))
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
