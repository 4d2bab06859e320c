import type { BridgeReading } from '@roundsman/alerting/deciding'
import { type NetworkNow, standingOf } from '@roundsman/bridges/bridge-standing'
import { observedSilenceMs, uptimeLapseMs, intakeUpSince } from '@roundsman/bridges/intake-uptime'
import type { Queryable } from '../../platform/db/database.ts'
import { shownOf } from './bridge-view.ts'
import { bridgeNetworkRow, intakeUptimes, listedBridges, type ListedRow } from './bridge.store.ts'

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
  const { ageMs, lagReported, stalledMs } = standingOf(state, source, network)
  return {
    id,
    updateAgeMs: ageMs,
    observedSilenceMs: silentMs,
    lag: lagReported,
    stalledMs,
    updatedAt: state.updatedAt,
  }
}

/** Pages are read every half minute; what one does not name any more is silent for as long as they were read. */
function scrapedSilenceMs({ state }: ListedRow, scrapedAt: number | null, now: number): number | null {
  if (scrapedAt === null || now - scrapedAt > 3 * 30_000 + uptimeLapseMs) return null
  return Math.max(0, scrapedAt - state.updatedAt)
}
