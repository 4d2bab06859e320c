import { type BridgeEvent, eventsBetween } from '@roundsman/bridges/bridge-events'
import type { BridgeReport } from '@roundsman/bridges/bridge-push'
import { type BridgeSource, staleAfterMs } from '@roundsman/bridges/bridge-standing'
import { afterReport, type BridgeState } from '@roundsman/bridges/bridge-state'

/** A height of one of the spans of five minutes. */
export interface BridgeSample {
  slot: number
  height: number | null
  networkHeight: number | null
}

/** What one report changes of a bridge. */
export interface Recorded {
  state: BridgeState
  events: BridgeEvent[]
  /** Where it is the first report of its span. */
  samples: BridgeSample[]
}

export interface RecordMoment {
  now: number
  networkHeight: number | null
  source: BridgeSource
  /** Since when reports could be taken without a pause; read where `needsUptime`. */
  upSince: number | null
}

export const slotMs = 300_000

export function slotOf(ms: number): number {
  return Math.floor(ms / slotMs)
}

/** Takes one report more of a bridge. Pure; `before` null: the first of its record. */
export function record(before: BridgeState | null, report: BridgeReport, moment: RecordMoment): Recorded {
  const { now, networkHeight } = moment
  const state = afterReport(before, report, { now, networkHeight })
  const isFirst = before === null || slotOf(before.updatedAt) !== slotOf(now)
  const height = state.isHeightKnown ? state.height : null
  return {
    state,
    events: eventsBetween(before, state, moment),
    samples: isFirst ? [{ slot: slotOf(now), height, networkHeight }] : [],
  }
}

/** Whether any of these was silent, so that it matters whether its reports could have been taken. */
export function needsUptime(
  rows: Iterable<{ state: BridgeState }>,
  { now, source }: Pick<RecordMoment, 'now' | 'source'>,
): boolean {
  for (const { state } of rows) if (now - state.updatedAt > staleAfterMs[source]) return true
  return false
}
