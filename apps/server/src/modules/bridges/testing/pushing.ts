import { create, toBinary } from '@bufbuild/protobuf'
import { ExportMetricsServiceRequestSchema } from '@roundsman/bridges/generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb'
import { gauge, someRequest } from '@roundsman/bridges/testing/some-request'

/** What a bridge of a test says of itself. */
export interface SaidOfBridge {
  peerId?: string
  height?: number
  namespace?: string
  kind?: string
  version?: string
  /** Unix seconds. */
  startedAt?: number
}

/** A push of one or several bridges, as protobuf. */
export function pushBytes(...bridges: readonly SaidOfBridge[]): Buffer {
  const resourceMetrics = bridges.flatMap((said) => {
    const {
      peerId = 'ada',
      height = 20,
      namespace = 'simulated',
      kind = 'Bridge',
      version = 'v0.31.4',
    } = said
    const metrics = [
      gauge('hdr_store_head_height_gauge', BigInt(height)),
      gauge('node_start_ts', BigInt(said.startedAt ?? 1_790_000_000)),
      gauge('build_info', 1, { semantic_version: version }),
    ]
    return someRequest(metrics, peerId, { namespace, kind }).resourceMetrics
  })
  const request = create(ExportMetricsServiceRequestSchema, { resourceMetrics })
  return Buffer.from(toBinary(ExportMetricsServiceRequestSchema, request))
}
