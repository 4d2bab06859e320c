import type { BridgeReading } from '@roundsman/alerting/deciding'
import { intakeUpSince, observedSilenceMs, uptimeLapseMs } from '@roundsman/bridges/bridge-events'
import { type NetworkNow, statusOf } from '@roundsman/bridges/bridge-state'
import type { SharedBridge } from '@roundsman/contract/live/screen-events'
import type { Queryable } from '../../../platform/db/database.ts'
import { bridgeNetworkRow, intakeUptimes, type ListedRow, listedBridges } from '../bridge.store.ts'
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

/** A bridge as everybody is shown it. */
export function bridgeView(row: ListedRow, network: NetworkNow, validatorId: number | null): SharedBridge {
  const { id, peerId, name, source, state } = row
  const { otelState, syncStatus, lag } = statusOf(state, source, network)
  return {
    id,
    name,
    source,
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
): Promise<KnownBridge[]> {
  const rows = shownOf(await listedBridges(orm, networkId), network.now)
  if (rows.length === 0) return []
  const since = intakeUpSince(await intakeUptimes(orm), network.now)
  const scrapedAt = (await bridgeNetworkRow(orm, networkId))?.scrapedAt ?? null
  return rows.map((row) => {
    const silentMs =
      row.source === 'OTLP'
        ? observedSilenceMs(since, row.state.updatedAt, network.now)
        : scrapedSilenceMs(row, scrapedAt, network.now)
    return readingOf(row, network, silentMs)
  })
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

/** Pages are read every half minute; what one does not name any more is silent for as long as they were read. */
function scrapedSilenceMs({ state }: ListedRow, scrapedAt: number | null, now: number): number | null {
  if (scrapedAt === null || now - scrapedAt > 3 * 30_000 + uptimeLapseMs) return null
  return Math.max(0, scrapedAt - state.updatedAt)
}
