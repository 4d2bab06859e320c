import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { ExportMetricsServiceRequestSchema } from '@roundsman/bridges/generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb'

const real = new URL('../../packages/bridges/src/fixtures/bridge-synced.pb.gz', import.meta.url)

/** What a real bridge pushed (133 metrics, with `--p2p.metrics`), under this name and packed. */
export function bridgeBody({ namespace, peerId }: { namespace: string; peerId: string }): Buffer {
  const request = fromBinary(ExportMetricsServiceRequestSchema, gunzipSync(readFileSync(real)))
  const names = new Map([
    ['service.namespace', namespace],
    ['service.instance.id', peerId],
  ])
  for (const { resource } of request.resourceMetrics)
    for (const { key, value } of resource?.attributes ?? []) {
      const name = names.get(key)
      if (name !== undefined && value) value.value = { case: 'stringValue', value: name }
    }
  return gzipSync(toBinary(ExportMetricsServiceRequestSchema, request))
}
