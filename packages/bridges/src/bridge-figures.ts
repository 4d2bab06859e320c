import type { NumberDataPoint } from './generated/opentelemetry/proto/metrics/v1/metrics_pb.ts'
import { attributesOf, histogramsIn, type NamedMetric, pointsIn } from './otlp-metrics.ts'
import { plausibleHeight, plausibleSeconds } from './plausible.ts'

/**
 * What a push says beside the height: null is not said. Counts and means are since the program was started; times are
 * Unix seconds by the bridge's own clock.
 */
export interface BridgeFigures {
  fullPeers: number | null
  archivalPeers: number | null
  /** Open connections; only with `--p2p.metrics`. */
  connections: number | null
  /** Blocks of data written to the store. */
  blocksStored: number | null
  storeSeconds: number | null
  readSeconds: number | null
  reclaimedBytes: number | null
  /** Data given to other nodes. */
  servedBytes: number | null
  /** The lowest header it has. */
  tailHeight: number | null
  blocksProcessed: number | null
  lastBlockAt: number | null
  /** From a block's own time to its publication. */
  publishedAfterSeconds: number | null
  /** How often its consensus node gave it no block for five block times. */
  stuckCount: number | null
  lastStuckAt: number | null
  /** Up to where it has sampled what others have. */
  sampledHeight: number | null
  memoryBytes: number | null
  goroutines: number | null
  openFiles: number | null
}

type Named = (name: string) => readonly NamedMetric[]
type Attributes = Readonly<Record<string, string>>

/** Figures of all metrics of one bridge, found by their names. */
export function figuresOf(named: Named): BridgeFigures {
  const value = (name: string, wanted: Attributes = {}) => sumOf(named(name).flatMap(pointsIn), wanted)
  const mean = (name: string) => meanOf(named(name))
  return {
    fullPeers: value('full_discovery_amount_of_peers'),
    archivalPeers: value('archival_discovery_amount_of_peers'),
    connections: value('libp2p_rcmgr_connections', { scope: 'system' }),
    blocksStored: countOf(named('eds_store_put_time_histogram')),
    storeSeconds: mean('eds_store_put_time_histogram'),
    readSeconds: mean('eds_store_get_time_histogram'),
    reclaimedBytes: value('eds_store_bytes_reclaimed_total'),
    servedBytes: value('shrex_payload_served_bytes'),
    tailHeight: plausibleHeight(value('hdr_store_tail_height_gauge')),
    blocksProcessed: value('core_block_events_total', { result: 'processed' }),
    lastBlockAt: plausibleSeconds(value('core_listener_last_processed_block_ts')),
    publishedAfterSeconds: mean('core_to_da_lag_seconds'),
    stuckCount: value('core_listener_subscription_stuck_count'),
    lastStuckAt: plausibleSeconds(value('core_listener_last_time_subscription_stuck_timestamp')),
    sampledHeight: plausibleHeight(value('das_sampled_chain_head')),
    memoryBytes: value('process_resident_memory_bytes') ?? value('go.memory.used'),
    goroutines: value('go.goroutine.count') ?? value('go_goroutines'),
    openFiles: value('process_open_fds'),
  }
}

/** Of all points with these attributes; null: there is none, or it is nothing that can be counted. */
function sumOf(points: readonly NumberDataPoint[], wanted: Attributes): number | null {
  let sum: number | null = null
  for (const { attributes, value } of points) {
    const names = attributesOf(attributes)
    if (Object.entries(wanted).every(([key, text]) => names.get(key) === text))
      sum = (sum ?? 0) + Number(value.value ?? Number.NaN)
  }
  return countable(sum)
}

function countOf(metrics: readonly NamedMetric[]): number | null {
  const points = metrics.flatMap(histogramsIn)
  return points.length === 0 ? null : countable(points.reduce((sum, point) => sum + Number(point.count), 0))
}

function meanOf(metrics: readonly NamedMetric[]): number | null {
  const points = metrics.flatMap(histogramsIn)
  const count = points.reduce((sum, point) => sum + Number(point.count), 0)
  return count === 0
    ? null
    : countable(points.reduce((sum, point) => sum + (point.sum ?? Number.NaN), 0) / count)
}

function countable(value: number | null): number | null {
  return value !== null && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null
}
