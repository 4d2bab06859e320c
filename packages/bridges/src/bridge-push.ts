import { type BridgeFigures, figuresOf } from './bridge-figures.ts'
import type { NumberDataPoint } from './generated/opentelemetry/proto/metrics/v1/metrics_pb.ts'
import type { ExportMetricsServiceRequest } from './otlp.ts'
import { attributesOf, metricsOf, type NamedMetric, pointsIn } from './otlp-metrics.ts'
import { plausibleHeight, plausibleSeconds, plausibleText } from './plausible.ts'

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
  /** Data points that came under this name. */
  points: number
  figures: BridgeFigures
  /** Whether any of it is what a Celestia node says. */
  isNode: boolean
}

const identity = ['service.namespace', 'service.name', 'service.instance.id'] as const
const heights = ['hdr_store_head_height_gauge', 'hdr_sync_subjective_head_gauge'] as const
const nodeMetrics = /^(hdr_|core_|node_|das_|eds_|build_info$)/

/** What a request says, one for each bridge: a relay may send several bridges, or one in several parts. */
export function pushesOf(request: ExportMetricsServiceRequest): BridgePush[] {
  const byName = new Map<string, { names: (string | null)[]; metrics: NamedMetric[] }>()
  for (const { resource, scopeMetrics } of request.resourceMetrics) {
    const attributes = attributesOf(resource?.attributes ?? [])
    const names = identity.map((name) => attributes.get(name) ?? null)
    const key = JSON.stringify(names)
    const known = byName.get(key) ?? { names, metrics: [] }
    byName.set(key, known)
    for (const { metrics } of scopeMetrics) for (const one of metricsOf(metrics)) known.metrics.push(one)
  }
  return [...byName.values()].map(({ names: [namespace = null, kind = null, peerId = null], metrics }) => ({
    ...{ namespace, kind, peerId },
    points: metrics.reduce((sum, { count }) => sum + count, 0),
    isNode: metrics.some(({ name }) => nodeMetrics.test(name)),
    ...readMetrics(metrics),
  }))
}

function readMetrics(metrics: readonly NamedMetric[]): BridgeReport & { figures: BridgeFigures } {
  const byName = new Map<string, NamedMetric[]>()
  for (const metric of metrics) {
    const known = byName.get(metric.name)
    if (known) known.push(metric)
    else byName.set(metric.name, [metric])
  }
  const all = (name: string) => byName.get(name) ?? []
  return { ...reportOf(metrics, all), figures: figuresOf(all) }
}

function reportOf(
  metrics: readonly NamedMetric[],
  all: (name: string) => readonly NamedMetric[],
): BridgeReport {
  const named = (name: string) => newest(all(name).flatMap(pointsIn))
  const found = heights.map((name) => plausibleHeight(valueOf(named(name)))).filter((one) => one !== null)
  const build = named('build_info')
  const version = build ? attributesOf(build.attributes).get('semantic_version') : undefined
  const runtime = named('node_runtime_counter_in_seconds')
  const at = timesOf(metrics.flatMap(pointsIn))
  return {
    height: found.length === 0 ? null : Math.max(...found),
    version: plausibleText(version),
    startedAt:
      plausibleSeconds(valueOf(named('node_start_ts'))) ??
      plausibleSeconds(valueOf(named('process_start_time_seconds'))) ??
      startBefore(runtime),
    at,
  }
}

/** By how long it has run, else by when its counting began. */
function startBefore(runtime: NumberDataPoint | null): number | null {
  if (runtime === null) return null
  const [seconds, at] = [valueOf(runtime), Number(runtime.timeUnixNano / 1_000_000n) / 1000]
  if (seconds !== null && seconds >= 0) return plausibleSeconds(at - seconds)
  return plausibleSeconds(Number(runtime.startTimeUnixNano / 1_000_000n) / 1000)
}

function newest(points: readonly NumberDataPoint[]): NumberDataPoint | null {
  let best: NumberDataPoint | null = null
  for (const point of points) if (best === null || point.timeUnixNano > best.timeUnixNano) best = point
  return best
}

function valueOf(point: NumberDataPoint | null): number | null {
  if (point === null || point.value.case === undefined) return null
  const value = Number(point.value.value)
  return Number.isFinite(value) ? value : null
}

/** The newest time of points, Unix ms. */
function timesOf(points: readonly NumberDataPoint[]): number | null {
  const time = newest(points)?.timeUnixNano ?? 0n
  return time === 0n ? null : Number(time / 1_000_000n)
}
