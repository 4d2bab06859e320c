import { syncedWithin } from '@roundsman/contract/bridges/bridges'
import type { BridgeReport } from './bridge-push.ts'

/** What is remembered of a bridge. Plain JSON; times are Unix ms by the one clock that decides. null: not known. */
export interface BridgeState {
  /** The last plausible height, also one above the network's. */
  height: number | null
  /** Whether the newest report had one: after a restart there is none for a while. */
  isHeightKnown: boolean
  /** The network's height, as others saw it, when the newest report came. */
  networkHeight: number | null
  /** Since when it has been behind the network without rising; null: it is not, or it rises. */
  behindSince: number | null
  /** True from a new start until the first height after it, which may be lower than before. */
  mayFall: boolean
  version: string | null
  /** When its program was started, Unix seconds. */
  startedAt: number | null
  /** The start before that one: where reports name both in turn, two programs have one key. */
  otherStartedAt: number | null
  /** When a report last came from a program that had been taken for gone. */
  interleavedAt: number | null
  /** The time of the newest report by the bridge's own clock. */
  reportAt: number | null
  /** When the newest report came. */
  updatedAt: number
}

/** What is known at the moment at which a report comes. */
interface ReportContext {
  now: number
  /** As our own endpoints see it; null: not known. */
  networkHeight: number | null
}

/** Starts that are named from different figures differ by seconds. */
const sameStartSeconds = 15
/** A report may be sent again for a minute; one that is older than that comes of a clock that was set. */
const resentMs = 60_000

/** One report more. Pure: when it came decides how fresh it is, its own time only whether it is an older one. */
export function afterReport(
  before: BridgeState | null,
  report: BridgeReport,
  { now, networkHeight }: ReportContext,
): BridgeState {
  if (before === null) return firstState(report, { now, networkHeight })
  const seen = { ...before, networkHeight, updatedAt: now }
  if (isOlder(before, report)) return seen
  const started = withStart(seen, report.startedAt, now)
  const version = report.version ?? (started.mayFall && !before.mayFall ? null : before.version)
  const next = { ...started, version, reportAt: report.at ?? before.reportAt }
  return withHeight(next, report.height, { now, networkHeight })
}

function firstState(report: BridgeReport, { now, networkHeight }: ReportContext): BridgeState {
  const { height, version, startedAt, at } = report
  return {
    height,
    networkHeight,
    version,
    startedAt,
    isHeightKnown: height !== null,
    behindSince: height !== null && networkHeight !== null && height < networkHeight ? now : null,
    mayFall: height === null,
    otherStartedAt: null,
    interleavedAt: null,
    reportAt: at,
    updatedAt: now,
  }
}

function isOlder({ reportAt, startedAt }: BridgeState, report: BridgeReport): boolean {
  if (reportAt === null || report.at === null || !isSameStart(startedAt, report.startedAt)) return false
  return report.at < reportAt && reportAt - report.at < resentMs
}

function isSameStart(one: number | null, other: number | null): boolean {
  return one === null || other === null || Math.abs(one - other) <= sameStartSeconds
}

/** A start that was named before the present one comes of a second program; any other one is a restart. */
function withStart(state: BridgeState, startedAt: number | null, now: number): BridgeState {
  if (startedAt === null) return state
  if (isSameStart(state.startedAt, startedAt)) return { ...state, startedAt: state.startedAt ?? startedAt }
  const starts = { startedAt, otherStartedAt: state.startedAt }
  if (state.otherStartedAt !== null && isSameStart(state.otherStartedAt, startedAt))
    return { ...state, ...starts, interleavedAt: now }
  return { ...state, ...starts, mayFall: true, behindSince: null }
}

/** A lower height without a new start is a known bug of some versions: nothing has fallen, and nothing risen. */
function withHeight(
  state: BridgeState,
  height: number | null,
  { now, networkHeight }: ReportContext,
): BridgeState {
  if (height === null) return { ...state, isHeightKnown: false }
  const isBelieved = state.height !== null && (networkHeight === null || state.height <= networkHeight)
  const last = state.height ?? 0
  const kept = height < last && !state.mayFall && isBelieved ? last : height
  const rose = kept !== state.height
  const known = { ...state, height: kept, isHeightKnown: true, mayFall: false }
  if (networkHeight === null) return { ...known, behindSince: rose ? null : state.behindSince }
  if (kept >= networkHeight) return { ...known, behindSince: null }
  return { ...known, behindSince: rose ? now : (state.behindSince ?? now) }
}

export type BridgeSource = 'OTLP' | 'SCRAPE'
type SyncStatus = 'SYNCED' | 'CATCHING_UP' | 'STALLED' | 'UNKNOWN'
type OtelState = 'FRESH' | 'STALE' | 'NEVER'

/** The network at the moment at which somebody looks, as our own endpoints see it. */
export interface NetworkNow {
  /** By the clock of the states, Unix ms. */
  now: number
  height: number | null
  isLive: boolean
  /** Seconds between blocks (W36). */
  blockSeconds: number | null
}

/** How a bridge stands at a moment. */
interface BridgeStatus {
  otelState: OtelState
  syncStatus: SyncStatus
  /**
   * Blocks behind the network when it last reported, by which it is judged: all reports are some seconds old, and what the
   * network made since is no fault of a bridge. null where it is UNKNOWN.
   */
  lag: number | null
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
/** For so long after the last report that crossed another one, two programs are said to have one key. */
export const interleavedForMs = 300_000

export function statusOf(state: BridgeState | null, source: BridgeSource, network: NetworkNow): BridgeStatus {
  const ageMs = state === null ? null : Math.max(0, network.now - state.updatedAt)
  const otelState = ageMs === null ? 'NEVER' : ageMs > staleAfterMs[source] ? 'STALE' : 'FRESH'
  const unknown: BridgeStatus = {
    otelState,
    ageMs,
    lag: null,
    stalledMs: null,
    syncStatus: 'UNKNOWN',
  }
  if (state === null || otelState !== 'FRESH' || !state.isHeightKnown) return unknown
  const { height, behindSince } = state
  // A height above the network's is shown, but nobody believes it.
  if (!network.isLive || height === null || network.height === null || height > network.height) return unknown
  const lag = Math.max(0, Math.min(network.height, state.networkHeight ?? network.height) - height)
  const stalledMs = behindSince === null ? 0 : Math.max(0, state.updatedAt - behindSince)
  const syncStatus =
    stalledMs >= stalledAfterMs
      ? 'STALLED'
      : lag <= syncedWithin(network.blockSeconds)
        ? 'SYNCED'
        : 'CATCHING_UP'
  return { otelState, ageMs, syncStatus, lag, stalledMs }
}

/** Whether two programs report under one key, as of the last minutes. */
export function hasTwoPrograms(state: BridgeState | null, now: number): boolean {
  return state !== null && state.interleavedAt !== null && now - state.interleavedAt < interleavedForMs
}
