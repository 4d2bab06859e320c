import { ValueType } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { bridgeHistograms, bridgeMetrics, type ProgramOutput } from './bridge-metrics.data.ts'

interface BridgeIdentity {
  /** `service.namespace`. */
  namespace: string
  peerId: string
}

export interface BridgeProgramOptions extends BridgeIdentity {
  /** Of the intake, without its path: `http://127.0.0.1:8000`. */
  target: string
  token: string
}

/** One running program of a bridge, between its start and its end. */
export interface BridgeProgram {
  /** Pushes once; resolves when it was answered, or given up. What was not taken is lost, as with the real one. */
  push(output: ProgramOutput): Promise<void>
  stop(): Promise<void>
}

/** Who pushes decides when; the SDK wants a time all the same. */
const never = 2_147_483_647
const timeoutMs = 10_000

/** Starts a program that pushes as celestia-node does: OTLP over HTTP, protobuf, gzip, cumulative. */
export function startBridgeProgram({
  target,
  token,
  namespace,
  peerId,
}: BridgeProgramOptions): BridgeProgram {
  const exporter = new OTLPMetricExporter({
    url: new URL('/v1/metrics', target).href,
    headers: { Authorization: `Bearer ${token}` },
    compression: CompressionAlgorithm.GZIP,
    timeoutMillis: timeoutMs,
  })
  const provider = new MeterProvider({
    resource: resourceFromAttributes({
      'service.namespace': namespace,
      'service.name': 'Bridge',
      'service.instance.id': peerId,
    }),
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: never,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  })
  let now: ProgramOutput | null = null
  for (const { scope, name, kind, whole, unit, points } of bridgeMetrics) {
    const meter = provider.getMeter(scope)
    const options = { valueType: whole ? ValueType.INT : ValueType.DOUBLE, ...(unit ? { unit } : {}) }
    const instrument =
      kind === 'gauge'
        ? meter.createObservableGauge(name, options)
        : meter.createObservableCounter(name, options)
    instrument.addCallback((result) => {
      for (const [value, attributes] of now ? points(now) : []) result.observe(value, attributes)
    })
  }
  const histograms = bridgeHistograms.map(({ scope, name, value }) => {
    const histogram = provider.getMeter(scope).createHistogram(name)
    return () => histogram.record(value)
  })
  return {
    async push(output) {
      now = output
      if (output.stuckMs === 0) for (const record of histograms) record()
      await provider.forceFlush()
    },
    // A real one flushes once more when it is stopped; here that would say again what was said.
    stop: () => exporter.shutdown(),
  }
}
