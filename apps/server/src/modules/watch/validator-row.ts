import type { Validator } from '@roundsman/contract/validators'
import type { LetterRing } from './letter-ring.ts'
import { maxMissed } from './max-missed.ts'
import { secondsToJail } from './seconds-to-jail.ts'
import { advance, lettersSince, type SigningRead, type WindowHistory } from './signing-window.ts'
import { uptimeOf } from './uptime.ts'
import type { ValidatorRecord } from './validator-facts.ts'

/** Letters that a row carries. */
export const shownLetters = 60

export interface RowContext {
  ring: LetterRing
  /** Signing info of the validator as of the last state read; null where the chain has none. */
  read: SigningRead | null
  /** The bits behind `read`; null where they are not known. */
  history: WindowHistory | null
  window: number | null
  minSignedPerWindow: string | null
  blockSeconds: number | null
  /** Power of the whole active set. */
  totalPower: bigint
  /** Header time of the newest letters, Unix ms. */
  lettersAt: number | null
}

/** A row of the validators list, from what is known of one validator. Pure. */
export function validatorRow(record: ValidatorRecord & { id: number }, context: RowContext): Validator {
  const { ring, window } = context
  const inSet = record.power > 0n
  const consecutiveMissed = ring.consecutiveMissed(record.slot)
  const counters = countersOf(record.slot, context)
  return {
    id: record.id,
    operator_address: record.operatorAddress,
    consensus_address: record.consensusAddress,
    moniker: record.moniker,
    identity: record.identity,
    website: record.website,
    avatar: null,
    rank: record.rank,
    bond_status: record.bondStatus,
    jailed: record.jailed,
    tombstoned: record.tombstoned,
    jailed_until: timeOf(record.jailedUntil),
    tokens: record.tokens?.toString() ?? null,
    voting_power: record.power.toString(),
    voting_power_share: shareOf(record.power, context.totalPower),
    commission_rate: record.commissionRate === null ? null : Number(record.commissionRate),
    uptime:
      counters && window !== null ? uptimeOf({ ...counters, window, inSet, jailed: record.jailed }) : null,
    missed_blocks: counters?.missed ?? null,
    signed_blocks_window: window,
    consecutive_missed: consecutiveMissed,
    seconds_to_jail:
      record.bondStatus === 'BOND_STATUS_BONDED' && record.jailed === false && (consecutiveMissed ?? 0) > 0
        ? jailIn(record.slot, context)
        : null,
    recent_signatures: ring.recent(record.slot, shownLetters),
    updated_at: new Date(updatedAt(record, consecutiveMissed !== null, context.lettersAt)).toISOString(),
  }
}

/** The chain's counters, moved on to the newest letter where that can be done exactly, else as they were read. */
function countersOf(slot: number, { ring, read, history, window }: RowContext) {
  if (read === null) return null
  const asRead = { missed: read.missed, indexOffset: read.indexOffset }
  if (history === null || window === null) return asRead
  const since = lettersSince(read, ring, slot)
  return since === null ? asRead : advance(read, history, since, window)
}

function jailIn(slot: number, context: RowContext): number | null {
  const { ring, read, history, window, minSignedPerWindow, blockSeconds } = context
  const height = ring.newest()
  if (read === null || window === null || minSignedPerWindow === null) return null
  if (blockSeconds === null || height === null) return null
  const since = lettersSince(read, ring, slot)
  const known = history !== null && since !== null
  // Not knowing what leaves the window, every miss is taken to add to it: the soonest that is possible.
  const misses = (since ?? []).filter(Boolean).length
  const now = known
    ? advance(read, history, since, window)
    : { missed: Math.min(window, read.missed + misses), since: since ?? [] }
  const seconds = secondsToJail({
    read,
    history: known ? history : null,
    now,
    window,
    maxMissed: maxMissed(window, minSignedPerWindow),
    height,
    blockSeconds,
  })
  return seconds === null ? null : Math.round(seconds * 1000) / 1000
}

function shareOf(power: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((power * 10n ** 12n) / total) / 1e12
}

/** When something was last observed of the validator: its letters, or a change of its state. */
function updatedAt(record: ValidatorRecord, hasLetters: boolean, lettersAt: number | null): number {
  return Math.max(record.changedAt, hasLetters ? (lettersAt ?? 0) : 0)
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
