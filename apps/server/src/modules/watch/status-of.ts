import type { NetworkStatus } from '@roundsman/contract/validators'
import { networkState, type Reach } from './network-status.ts'
import type { NetworkRow } from './watch.schema.ts'

/** What the status needs beside the row. */
export interface StatusContext {
  followed: boolean
  /** When this process started: the start where no watcher has written one yet. */
  processStartedAt: number
  blockSeconds: number | null
  unit: NetworkStatus['unit']
}

export function reachOf(row: NetworkRow | null, context: StatusContext): Reach {
  return {
    followed: context.followed,
    startedAt: row?.startedAt ?? context.processStartedAt,
    observedAt: row?.observedAt ?? null,
    syncingAt: row?.syncingAt ?? null,
    headAt: row?.headAt ?? null,
    blockSeconds: context.blockSeconds,
  }
}

/** The status of a network as it is read at `now`: last known values, and how old they are. */
export function statusOf(row: NetworkRow | null, context: StatusContext, now: number): NetworkStatus {
  return {
    state: networkState(reachOf(row, context), now),
    height: row?.headHeight ?? null,
    block_time_seconds: context.blockSeconds,
    latest_block_at: timeOf(row?.headAt),
    observed_at: timeOf(row?.observedAt),
    source: row?.source ?? null,
    signed_blocks_window: row?.signedBlocksWindow ?? null,
    min_signed_per_window: row?.minSignedPerWindow == null ? null : Number(row.minSignedPerWindow),
    bonded_tokens: row?.bondedTokens?.toString() ?? null,
    bonded_validators: row?.bondedValidators ?? null,
    unit: context.unit,
  }
}

function timeOf(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString()
}
