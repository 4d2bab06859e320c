import type { BridgeReading } from '@roundsman/alerting/deciding'
import { intakeUpSince, observedSilenceMs, uptimeLapseMs } from '@roundsman/bridges/bridge-events'
import { type NetworkNow, statusOf } from '@roundsman/bridges/bridge-state'
import type { SharedBridge } from '@roundsman/contract/live/screen-events'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  bridgeNetworkRow,
  intakeUptimes,
  type ListedRow,
  listedBridges,
  type StoreSpan,
} from '../bridge.store.ts'
import { isContested } from '../claim.policy.ts'

/** The bridges that count: what is collected elsewhere stands beside a pushed one only while that is contested. */
export function shownOf<R extends Pick<ListedRow, 'source' | 'peerId' | 'contestedAt'>>(
  rows: readonly R[],
  now: number,
): R[] {
  const uncontested = new Set(
    rows.filter((row) => row.source === 'OTLP' && !isContested(row, now)).map(({ peerId }) => peerId),
  )
  return rows.filter(({ source, peerId }) => source === 'OTLP' || !uncontested.has(peerId))
}

/** Where bridges push to: here, or to a store that tells us (`ROUNDSMAN_BRIDGES_URL`). */
export type PushedTo = 'here' | 'store'

/** A bridge as everybody is shown it. */
export function bridgeView(
  row: ListedRow,
  network: NetworkNow,
  validatorId: number | null,
  pushedTo: PushedTo,
): SharedBridge {
  const { id, peerId, name, source, state } = row
  const { otelState, syncStatus, lag } = statusOf(state, source, network)
  return {
    id,
    name,
    source: source === 'OTLP' && pushedTo === 'store' ? 'STORE' : source,
    lag,
    peer_id: peerId,
    version: state.version,
    height: state.height,
    sync_status: syncStatus,
    last_otel_update: new Date(state.updatedAt).toISOString(),
    otel_state: otelState,
    started_at: state.startedAt === null ? null : new Date(state.startedAt * 1000).toISOString(),
    validator_id: validatorId,
    contested: isContested(row, network.now),
  }
}

/** What is decided of a bridge, and when it last reported, Unix ms. */
export type KnownBridge = BridgeReading & { updatedAt: number }

/** What is known of every bridge of a network at a moment, for whoever decides about them. */
export async function readBridges(
  orm: Queryable,
  networkId: number,
  network: NetworkNow,
  pushedTo: PushedTo,
): Promise<KnownBridge[]> {
  const rows = shownOf(await listedBridges(orm, networkId), network.now)
  if (rows.length === 0) return []
  const since = pushedTo === 'here' ? intakeUpSince(await intakeUptimes(orm), network.now) : null
  const read = await bridgeNetworkRow(orm, networkId)
  const silenceOf = (row: ListedRow) => {
    if (row.source === 'SCRAPE') return scrapedSilenceMs(row, read?.scrapedAt ?? null, network.now)
    if (pushedTo === 'store') return storedSilenceMs(row, read, network.now)
    return observedSilenceMs(since, row.state.updatedAt, network.now)
  }
  return rows.map((row) => readingOf(row, network, silenceOf(row)))
}

function readingOf(
  { id, state, source }: ListedRow,
  network: NetworkNow,
  silentMs: number | null,
): KnownBridge {
  const { ageMs, lag, stalledMs } = statusOf(state, source, network)
  return {
    id,
    updateAgeMs: ageMs,
    observedSilenceMs: silentMs,
    lag,
    stalledMs,
    updatedAt: state.updatedAt,
    last: { updatedAt: state.updatedAt, height: state.height, version: state.version },
  }
}

/** What a store has is as of a little before it is asked; what it has of a minute ago and nothing since is behind. */
export const storeLapseMs = 60_000

/** Up to when the store had everything; null: it does not answer, or is behind. */
function storedSilenceMs({ state }: ListedRow, span: StoreSpan | null, now: number): number | null {
  if (span?.storeAt == null || now - span.storeAt > storeLapseMs) return null
  return observedSilenceMs(span.storeSince, state.updatedAt, span.storeAt)
}

/** Pages are read every half minute; what one does not name any more is silent for as long as they were read. */
function scrapedSilenceMs({ state }: ListedRow, scrapedAt: number | null, now: number): number | null {
  if (scrapedAt === null || now - scrapedAt > 3 * 30_000 + uptimeLapseMs) return null
  return Math.max(0, scrapedAt - state.updatedAt)
}
