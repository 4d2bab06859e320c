import type {
  MetricsRequest,
  PushedAttribute,
  PushedHistogram,
  PushedMetric,
  PushedNumber,
} from './otlp-reader.ts'
import { TooManyParts } from './wire-reader.ts'

/** What one bridge says of itself at one moment; null: not said, or nothing that can be. */
export interface BridgeReport {
  /** The higher of its two heights: what it has stored, and what it takes for the network's head. */
  height: number | null
  /** Of its program; without one where it was built without a version. */
  version: string | null
  /** When its program was started, Unix seconds. */
  startedAt: number | null
  /** The newest of its points, Unix ms by its own clock: good for nothing but the order. */
  at: number | null
}

/** What a request says of one bridge, with who it says that it is. Nothing of this is proven. */
export interface BridgePush extends BridgeReport {
  /** The network as the program knows it (`service.namespace`). */
  namespace: string | null
  /** What kind of node it is (`service.name`). */
  kind: string | null
  /** Its peer id (`service.instance.id`). */
  peerId: string | null
  /** That whoever pushes has the key of this peer id (`roundsman.proof`); it is checked elsewhere. */
  proof: string | null
  /** Data points that came under this name. */
  points: number
  figures: BridgeFigures
  /** Whether any of it is what a Celestia node says. */
  isNode: boolean
}

const heights = ['hdr_store_head_height_gauge', 'hdr_sync_subjective_head_gauge'] as const
/** Metrics of which more than name and time is asked for. */
const wantedMetrics = [
  ...heights,
  ...([
    'build_info',
    'node_start_ts',
    'process_start_time_seconds',
    'node_runtime_counter_in_seconds',
  ] as const),
  ...(['full_discovery_amount_of_peers', 'archival_discovery_amount_of_peers'] as const),
  ...(['libp2p_rcmgr_connections', 'eds_store_put_time_histogram', 'eds_store_get_time_histogram'] as const),
  ...([
    'eds_store_bytes_reclaimed_total',
    'shrex_payload_served_bytes',
    'hdr_store_tail_height_gauge',
  ] as const),
  ...([
    'core_block_events_total',
    'core_listener_last_processed_block_ts',
    'core_to_da_lag_seconds',
  ] as const),
  'core_listener_subscription_stuck_count',
  'core_listener_last_time_subscription_stuck_timestamp',
  ...(['das_sampled_chain_head', 'process_resident_memory_bytes', 'go.memory.used'] as const),
  ...(['go.goroutine.count', 'go_goroutines', 'process_open_fds'] as const),
] as const
type WantedMetric = (typeof wantedMetrics)[number]
const wantedNames: ReadonlySet<string> = new Set(wantedMetrics)

/** Whether more than name and time of a metric is asked for. */
export function isWantedMetric(name: string): boolean {
  return wantedNames.has(name)
}

const nodeMetrics = /^(hdr_|core_|node_|das_|eds_|build_info$)/

/** A request may bring several bridges; a relay that brings more than so many is none that we know. */
const mostBridges = 100

/**
 * What a request says, one for each bridge: a relay may send several bridges, or one in several parts.
 * @throws TooManyParts where it names too many bridges
 */
export function pushesOf(request: MetricsRequest): BridgePush[] {
  const byName = new Map<
    string,
    Pick<BridgePush, 'namespace' | 'kind' | 'peerId' | 'proof'> & { metrics: PushedMetric[] }
  >()
  for (const { resource, scopeMetrics } of request.resourceMetrics) {
    const attributes = attributesOf(resource?.attributes ?? [])
    const text = (name: string) => attributes.get(name) ?? null
    const [namespace, kind] = [text('service.namespace'), text('service.name')]
    const [peerId, proof] = [text('service.instance.id'), text('roundsman.proof')]
    const key = JSON.stringify([namespace, kind, peerId])
    const known = byName.get(key) ?? { namespace, kind, peerId, proof, metrics: [] }
    byName.set(key, known)
    known.proof ??= proof
    if (byName.size > mostBridges) throw new TooManyParts('too many bridges')
    for (const { metrics } of scopeMetrics) for (const one of metrics) known.metrics.push(one)
  }
  return [...byName.values()].map(({ metrics, ...names }) => ({
    ...names,
    points: metrics.reduce((sum, { data }) => sum + (data.value?.dataPoints.length ?? 0), 0),
    isNode: metrics.some(({ name }) => nodeMetrics.test(name)),
    ...readMetrics(metrics),
  }))
}

function readMetrics(metrics: readonly PushedMetric[]): BridgeReport & { figures: BridgeFigures } {
  const byName = new Map<string, PushedMetric[]>()
  for (const metric of metrics) {
    if (!isWantedMetric(metric.name)) continue
    const known = byName.get(metric.name)
    if (known) known.push(metric)
    else byName.set(metric.name, [metric])
  }
  const all: Named = (name) => byName.get(name) ?? []
  return { ...reportOf(metrics, all), figures: figuresOf(all) }
}

function reportOf(metrics: readonly PushedMetric[], all: Named): BridgeReport {
  const named = (name: WantedMetric) => newest(all(name).flatMap(pointsIn))
  const found = heights.map((name) => plausibleHeight(valueOf(named(name)))).filter((one) => one !== null)
  const build = named('build_info')
  const version = build ? attributesOf(build.attributes).get('semantic_version') : undefined
  const runtime = named('node_runtime_counter_in_seconds')
  return {
    height: found.length === 0 ? null : Math.max(...found),
    version: plausibleText(version),
    startedAt:
      plausibleSeconds(valueOf(named('node_start_ts'))) ??
      plausibleSeconds(valueOf(named('process_start_time_seconds'))) ??
      startBefore(runtime),
    at: newestTime(metrics),
  }
}

/** By how long it has run, else by when its counting began. */
function startBefore(runtime: PushedNumber | null): number | null {
  if (runtime === null) return null
  const [seconds, at] = [valueOf(runtime), Number(runtime.timeUnixNano / 1_000_000n) / 1000]
  if (seconds !== null && seconds >= 0) return plausibleSeconds(at - seconds)
  return plausibleSeconds(Number(runtime.startTimeUnixNano / 1_000_000n) / 1000)
}

function newest(points: readonly PushedNumber[]): PushedNumber | null {
  let best: PushedNumber | null = null
  for (const point of points) if (best === null || point.timeUnixNano > best.timeUnixNano) best = point
  return best
}

function valueOf(point: PushedNumber | null): number | null {
  if (point === null || point.value.case === undefined) return null
  const value = Number(point.value.value)
  return Number.isFinite(value) ? value : null
}

/** The newest time of all points with a number, Unix ms. */
function newestTime(metrics: readonly PushedMetric[]): number | null {
  let time = 0n
  for (const { data } of metrics)
    if (data.case === 'gauge' || data.case === 'sum')
      for (const { flags, timeUnixNano } of data.value.dataPoints)
        if ((flags & noValue) === 0 && timeUnixNano > time) time = timeUnixNano
  return time === 0n ? null : Number(time / 1_000_000n)
}

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

type Named = (name: WantedMetric) => readonly PushedMetric[]
type Attributes = Readonly<Record<string, string>>

/** Figures of all metrics of one bridge, found by their names. */
function figuresOf(named: Named): BridgeFigures {
  const value = (name: WantedMetric, wanted: Attributes = {}) => sumOf(named(name).flatMap(pointsIn), wanted)
  const mean = (name: WantedMetric) => meanOf(named(name))
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
function sumOf(points: readonly PushedNumber[], wanted: Attributes): number | null {
  let sum: number | null = null
  for (const { attributes, value } of points) {
    const names = attributesOf(attributes)
    if (Object.entries(wanted).every(([key, text]) => names.get(key) === text))
      sum = (sum ?? 0) + Number(value.value ?? Number.NaN)
  }
  return countable(sum)
}

function countOf(metrics: readonly PushedMetric[]): number | null {
  const points = metrics.flatMap(histogramsIn)
  return points.length === 0 ? null : countable(points.reduce((sum, point) => sum + Number(point.count), 0))
}

function meanOf(metrics: readonly PushedMetric[]): number | null {
  const points = metrics.flatMap(histogramsIn)
  const count = points.reduce((sum, point) => sum + Number(point.count), 0)
  return count === 0
    ? null
    : countable(points.reduce((sum, point) => sum + (point.sum ?? Number.NaN), 0) / count)
}

function countable(value: number | null): number | null {
  return value !== null && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null
}

/** `NoRecordedValue`: a point that says that there is none. */
const noValue = 1

/** The numbers of a metric. Who sends may make a sum of what is a gauge, and the other way round. */
export function pointsIn({ data }: PushedMetric): PushedNumber[] {
  if (data.case !== 'gauge' && data.case !== 'sum') return []
  return data.value.dataPoints.filter(({ flags }) => (flags & noValue) === 0)
}

function histogramsIn({ data }: PushedMetric): PushedHistogram[] {
  return data.case === 'histogram' ? data.value.dataPoints : []
}

/** Attributes that are texts. */
function attributesOf(attributes: readonly PushedAttribute[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { key, value } of attributes)
    if (value?.value.case === 'stringValue' && typeof value.value.value === 'string')
      texts.set(key, value.value.value)
  return texts
}

/** No chain will be as high: a block each millisecond for a thousand years. */
const highest = 2 ** 45
/** 2019: older than the first such program. */
const oldestSeconds = 1_546_300_800
/** The year 2286. */
const newestSeconds = 9_999_999_999

/** A height that a chain can have; null: none, and so is 0, which says that nothing is known yet. */
export function plausibleHeight(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && value > 0 && value <= highest ? value : null
}

/** A time at which a program can have been started, whole Unix seconds. */
export function plausibleSeconds(value: number | null): number | null {
  return value !== null && value >= oldestSeconds && value <= newestSeconds ? Math.floor(value) : null
}

/** A word of printable ASCII, at most a hundred letters: a version, or a name without spaces. */
export function plausibleText(text: string | undefined): string | null {
  return text !== undefined && /^[\x21-\x7e]{1,100}$/.test(text) ? text : null
}
