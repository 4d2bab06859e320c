import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { networkState, type Reach } from '../model/network-state.ts'
import type { NetworkRow } from '../model/watch.schema.ts'

/** What the status needs beside the row. */
export interface StatusContext {
  followed: boolean
  /** When this process started, by its monotonic clock: the start where no watcher has written one yet. */
  processStartedAt: number
  /** When what a watcher wrote down was, as this process has seen it. */
  sightings: Sightings
  blockSeconds: number | null
  unit: NetworkStatus['unit']
  /** Of the newest block with letters. */
  signedPowerShare: number | null
}

/** Moments of a network's row that make its state. */
export interface Sightings {
  started: Sighting | null
  observed: Sighting | null
  syncing: Sighting | null
}

function reachOf(row: NetworkRow | null, context: StatusContext, monotonic: number): Reach {
  const { started, observed, syncing } = context.sightings
  return {
    followed: context.followed,
    startedAgeMs: started ? ageOf(started, monotonic) : monotonic - context.processStartedAt,
    observedAgeMs: observed && ageOf(observed, monotonic),
    syncingAgeMs: syncing && ageOf(syncing, monotonic),
    headAgeMs: row?.headAgeMs ?? null,
    blockSeconds: context.blockSeconds,
  }
}

/** The status of a network as it is read at a moment of this process's monotonic clock: last known values, and how old they are. */
export function statusOf(row: NetworkRow | null, context: StatusContext, monotonic: number): NetworkStatus {
  return {
    state: networkState(reachOf(row, context, monotonic)),
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

/** A moment that a watcher wrote down by the database's clock, and how old it was when this process first saw it. */
interface Sighting {
  at: number
  ageMs: number
  /** Monotonic ms of this process. */
  seenAt: number
}

/** When a process looked at a row. */
export interface Look {
  /** The database's clock at that moment, Unix ms. */
  databaseNow: number
  /** Monotonic ms of this process. */
  monotonic: number
}

/**
 * What is known of a moment after another look; `before` is what the last look saw. Ages go on by the monotonic clock
 * of this process. What changed since its last look is no older than that look, whatever clocks say: one that is set
 * forward or back, here or at the database, ages nothing and makes nothing young.
 */
export function sight(
  before: Sighting | null,
  at: number | null,
  { now, last }: { now: Look; last: Look | null },
): Sighting | null {
  if (at === null) return null
  if (before?.at === at) return before
  const oldest = last === null ? Number.POSITIVE_INFINITY : now.monotonic - last.monotonic
  return {
    at,
    ageMs: Math.min(oldest, Math.max(0, now.databaseNow - at)),
    seenAt: now.monotonic,
  }
}

/** Age in ms at a later moment of the same monotonic clock. */
export function ageOf(sighting: Sighting, monotonic: number): number {
  return sighting.ageMs + monotonic - sighting.seenAt
}
