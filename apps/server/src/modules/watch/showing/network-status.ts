import type { NetworkState, NetworkStatus } from '@roundsman/contract/networks/validators'
import { ageOf, networkState, type Reach } from '../model/network-state.ts'
import type { NetworkRow } from '../model/watch.schema.ts'

/** What the status needs beside the row. */
export interface StatusContext {
  followed: boolean
  /** When this process started, by its monotonic clock: the start where no watcher has written one yet. */
  processStartedAt: number
  times: RowTimes
  blockSeconds: number | null
  unit: NetworkStatus['unit']
  /** Of the newest block with letters. */
  signedPowerShare: number | null
}

/** The times in a network's row that make its state. */
export interface RowTimes {
  started: ReadTime | null
  observed: ReadTime | null
  syncing: ReadTime | null
}

function reachOf(row: NetworkRow | null, context: StatusContext, monotonic: number): Reach {
  const { started, observed, syncing } = context.times
  return {
    followed: context.followed,
    startedAgeMs: ageAt(started, monotonic) ?? monotonic - context.processStartedAt,
    observedAgeMs: ageAt(observed, monotonic),
    syncingAgeMs: ageAt(syncing, monotonic),
    headAgeMs: row?.headAgeMs ?? null,
    blockSeconds: context.blockSeconds,
  }
}

/** The state of a network as it is read at a moment of this process's monotonic clock. */
export function stateOf(row: NetworkRow | null, context: StatusContext, monotonic: number): NetworkState {
  return networkState(reachOf(row, context, monotonic))
}

/** The status of a network as it is read at a moment of this process's monotonic clock: last known values, and how old they are. */
export function statusOf(row: NetworkRow | null, context: StatusContext, monotonic: number): NetworkStatus {
  return {
    state: stateOf(row, context, monotonic),
    height: row?.headHeight ?? null,
    block_time_seconds: context.blockSeconds,
    latest_block_at: timeOf(row?.headAt),
    observed_at: timeOf(row?.observedAt),
    source: row?.source ?? null,
    signed_blocks_window: row?.signedBlocksWindow ?? null,
    min_signed_per_window: row?.minSignedPerWindow == null ? null : Number(row.minSignedPerWindow),
    bonded_tokens: row?.bondedTokens?.toString() ?? null,
    bonded_validators: row?.bondedValidators ?? null,
    max_validators: row?.maxValidators ?? null,
    signed_power_share: context.signedPowerShare,
    assurance: row?.assurance ?? null,
    refused: context.followed ? refusedOf(row) : null,
    unit: context.unit,
  }
}

function refusedOf(row: NetworkRow | null): NetworkStatus['refused'] {
  if (row === null || row.refusedKind === null || row.refusedReason === null) return null
  return { chain_id: row.refusedChainId, kind: row.refusedKind, reason: row.refusedReason }
}

function timeOf(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString()
}

/** A time that a watcher wrote down by the database's clock, and how old it was when this process first read it. */
interface ReadTime {
  at: number
  ageMs: number
  /** Monotonic ms of this process. */
  readAt: number
}

/** When a process read a row. */
export interface ClockReading {
  /** The database's clock at that moment, Unix ms. */
  databaseNow: number
  /** Monotonic ms of this process. */
  monotonic: number
}

/**
 * What is known of a time after a row was read again; `before` is what the last reading made of it. Ages go on by the
 * monotonic clock of this process. What changed since its last reading is no older than that reading, whatever clocks
 * say: one that is set forward or back, here or at the database, ages nothing and makes nothing young.
 */
export function readTime(
  before: ReadTime | null,
  at: number | null,
  { now, last }: { now: ClockReading; last: ClockReading | null },
): ReadTime | null {
  if (before?.at === at) return before
  const ageMs = ageOf(at, now.databaseNow)
  if (at === null || ageMs === null) return null
  const oldest = last === null ? Number.POSITIVE_INFINITY : now.monotonic - last.monotonic
  return { at, ageMs: Math.min(oldest, ageMs), readAt: now.monotonic }
}

/** How old it is at a later moment of the same monotonic clock, ms; null: it never was. */
export function ageAt(time: ReadTime | null, monotonic: number): number | null {
  return time && time.ageMs + monotonic - time.readAt
}
