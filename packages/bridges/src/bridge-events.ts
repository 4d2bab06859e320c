import {
  type BridgeSource,
  type BridgeState,
  interleavedForMs,
  staleAfterMs,
  stalledAfterMs,
} from './bridge-state.ts'

export type BridgeEventKind =
  /** Its first report. */
  | 'joined'
  | 'restarted'
  | 'version_changed'
  /** Behind the network without rising, and rising again. */
  | 'stalled'
  | 'rising'
  /** Nothing came though it could have been taken, and something came again. */
  | 'silent'
  | 'pushing'
  | 'two_programs'

/** Something that happened to a bridge: what was and what is, as text. `at`: Unix ms by the clock that decides. */
export interface BridgeEvent {
  at: number
  kind: BridgeEventKind
  height: number | null
  before: string | null
  after: string | null
}

interface EventContext {
  now: number
  source: BridgeSource
  /** Since when reports could be taken without a pause, Unix ms; null: that is not known. */
  upSince: number | null
}

/** What a report says has happened since the one before, oldest first. */
export function eventsBetween(
  before: BridgeState | null,
  after: BridgeState,
  { now, source, upSince }: EventContext,
): BridgeEvent[] {
  const events: BridgeEvent[] = []
  const add = (kind: BridgeEventKind, at: number, from: string | null = null, to: string | null = null) =>
    events.push({ at, kind, height: after.height, before: from, after: to })
  if (before === null) {
    add('joined', now, null, after.version)
    return events
  }
  const silentMs = observedSilenceMs(upSince, before.updatedAt, now)
  if (silentMs !== null && silentMs > staleAfterMs[source]) {
    add('silent', now - silentMs)
    add('pushing', now)
  }
  const isSecond = after.interleavedAt !== before.interleavedAt
  if (!isSecond && before.startedAt !== null && after.startedAt !== before.startedAt)
    add('restarted', now, startOf(before), startOf(after))
  if (isSecond && now - (before.interleavedAt ?? Number.NEGATIVE_INFINITY) >= interleavedForMs)
    add('two_programs', now, startOf(before), startOf(after))
  // Two programs name two versions in turn.
  const isOne = now - (after.interleavedAt ?? Number.NEGATIVE_INFINITY) >= interleavedForMs
  if (isOne && before.version !== null && after.version !== null && before.version !== after.version)
    add('version_changed', now, before.version, after.version)
  const goesOn = before.behindSince === after.behindSince
  const wasStalled = isStalled(before)
  if (wasStalled && !goesOn) add('rising', now)
  if (after.behindSince !== null && isStalled(after) && !(wasStalled && goesOn))
    add('stalled', after.behindSince)
  return events
}

function isStalled({ behindSince, updatedAt }: BridgeState): boolean {
  return behindSince !== null && updatedAt - behindSince >= stalledAfterMs
}

function startOf({ startedAt }: BridgeState): string | null {
  return startedAt === null ? null : new Date(startedAt * 1000).toISOString()
}

/** For how long a process has been able to take pushes, Unix ms: since when, and when it last said that it still is. */
interface UptimeSpan {
  from: number
  until: number
}

/** Each says so every five seconds; one that has not for so long may be dead. */
export const uptimeLapseMs = 15_000

/**
 * Since when pushes could be taken without a pause, by what all processes noted; null: none can take any now. One that
 * followed another without a pause goes on from where that one began.
 */
export function intakeUpSince(spans: readonly UptimeSpan[], now: number): number | null {
  let since: number | null = null
  const latestFirst = [...spans].sort((a, b) => b.until - a.until)
  for (const { from, until } of latestFirst) {
    if (until + uptimeLapseMs < (since ?? now)) break
    since = Math.min(since ?? from, from)
  }
  return since
}

/** How long a bridge has been silent while its pushes could have been taken, ms; null: nobody can take any now. */
export function observedSilenceMs(since: number | null, updatedAt: number, now: number): number | null {
  return since === null ? null : Math.max(0, now - Math.max(since, updatedAt))
}
