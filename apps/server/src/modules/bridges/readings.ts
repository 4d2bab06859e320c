import type { BridgeReading } from '@roundsman/alerting/deciding'
import { type NetworkNow, standingOf } from '@roundsman/bridges/bridge-standing'
import { heardSilenceMs, hearingLapseMs, hearingSince } from '@roundsman/bridges/hearing'
import type { Queryable } from '../../platform/db/database.ts'
import { shownOf } from './bridge-view.ts'
import { bridgeNetworkRow, hearingSpans, listedBridges, type ListedRow } from './bridge.store.ts'

/** What is decided of a bridge, and when it was last heard of, Unix ms. */
export type KnownBridge = BridgeReading & { updatedAt: number }

/** What is known of every bridge of a network at a moment, for whoever decides about them. */
export async function readBridges(
  orm: Queryable,
  networkId: number,
  network: NetworkNow,
): Promise<KnownBridge[]> {
  const rows = shownOf(await listedBridges(orm, networkId), network.now)
  if (rows.length === 0) return []
  const since = hearingSince(await hearingSpans(orm), network.now)
  const scrapedAt = (await bridgeNetworkRow(orm, networkId))?.scrapedAt ?? null
  return rows.map((row) => {
    const heardMs =
      row.source === 'OTLP'
        ? heardSilenceMs(since, row.state.updatedAt, network.now)
        : scrapedSilenceMs(row, scrapedAt, network.now)
    return readingOf(row, network, heardMs)
  })
}

function readingOf(
  { id, state, source }: ListedRow,
  network: NetworkNow,
  heardMs: number | null,
): KnownBridge {
  const { ageMs, lagReported, stalledMs } = standingOf(state, source, network)
  return { id, updateAgeMs: ageMs, heardMs, lag: lagReported, stalledMs, updatedAt: state.updatedAt }
}

/** Pages are read every half minute; what one does not name any more is silent for as long as they were read. */
function scrapedSilenceMs({ state }: ListedRow, scrapedAt: number | null, now: number): number | null {
  if (scrapedAt === null || now - scrapedAt > 3 * 30_000 + hearingLapseMs) return null
  return Math.max(0, scrapedAt - state.updatedAt)
}
