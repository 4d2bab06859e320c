import type { BridgeState } from './bridge-state.ts'

export type BridgeSource = 'OTLP' | 'SCRAPE'
export type SyncStatus = 'SYNCED' | 'CATCHING_UP' | 'STALLED' | 'UNKNOWN'
export type OtelState = 'FRESH' | 'STALE' | 'NEVER'

/** The network at the moment at which somebody looks, as our own endpoints see it. */
export interface NetworkNow {
  /** By the clock of the states, Unix ms. */
  now: number
  height: number | null
  isLive: boolean
  /** Median seconds between blocks. */
  blockSeconds: number | null
}

/** How a bridge stands at a moment. */
export interface BridgeStanding {
  otelState: OtelState
  syncStatus: SyncStatus
  /** Blocks behind the network now; null where it is UNKNOWN. */
  lag: number | null
  /** Blocks behind when it last reported: what is judged, since all reports are some seconds old. */
  lagReported: number | null
  /**
   * For how long it had been behind without rising when it last reported; 0 while it rises; null where it is UNKNOWN.
   * What has come since nobody knows.
   */
  stalledMs: number | null
  /** Since its last report; null: there was none. */
  ageMs: number | null
}

/** Without a report for so long it is STALE. What somebody else collected comes slower. */
export const staleAfterMs: Readonly<Record<BridgeSource, number>> = { OTLP: 60_000, SCRAPE: 300_000 }
export const stalledAfterMs = 60_000
const syncedBlocks = 3
const syncedSeconds = 10
/** For so long after the last report that crossed another one, two programs are said to have one key. */
export const interleavedForMs = 300_000

export function standingOf(
  state: BridgeState | null,
  source: BridgeSource,
  network: NetworkNow,
): BridgeStanding {
  const ageMs = state === null ? null : Math.max(0, network.now - state.updatedAt)
  const otelState = ageMs === null ? 'NEVER' : ageMs > staleAfterMs[source] ? 'STALE' : 'FRESH'
  const unknown: BridgeStanding = {
    ...{ otelState, ageMs, lag: null, lagReported: null, stalledMs: null },
    syncStatus: 'UNKNOWN',
  }
  if (state === null || otelState !== 'FRESH' || !state.isHeightKnown) return unknown
  const { height, behindSince } = state
  // A height above the network's is shown, but nobody believes it.
  if (!network.isLive || height === null || network.height === null || height > network.height) return unknown
  const lag = network.height - height
  const lagReported = Math.min(lag, Math.max(0, (state.networkHeight ?? network.height) - height))
  const stalledMs = behindSince === null ? 0 : Math.max(0, state.updatedAt - behindSince)
  const syncStatus =
    stalledMs >= stalledAfterMs
      ? 'STALLED'
      : lagReported <= toleranceOf(network.blockSeconds)
        ? 'SYNCED'
        : 'CATCHING_UP'
  return { otelState, ageMs, syncStatus, lag, lagReported, stalledMs }
}

/** So many blocks behind still count as none: three, or ten seconds of blocks, whichever is more. */
function toleranceOf(blockSeconds: number | null): number {
  if (blockSeconds === null || blockSeconds <= 0) return syncedBlocks
  return Math.max(syncedBlocks, Math.floor(syncedSeconds / blockSeconds))
}

/** Whether two programs report under one key, as of the last minutes. */
export function hasTwoPrograms(state: BridgeState | null, now: number): boolean {
  return state !== null && state.interleavedAt !== null && now - state.interleavedAt < interleavedForMs
}
