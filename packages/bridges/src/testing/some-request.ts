import { create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  type ExportMetricsServiceRequest,
  ExportMetricsServiceRequestSchema,
} from '../generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb.ts'
import type { MetricSchema } from '../generated/opentelemetry/proto/metrics/v1/metrics_pb.ts'

/** When the points of `gauge` are of, Unix seconds. */
const someSeconds = 1_800_000_000

type MetricShape = MessageInitShape<typeof MetricSchema>

const texts = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: { value: { case: 'stringValue' as const, value } },
  }))

/** A gauge with one point: an int of a bigint, a double of a number. */
export function gauge(
  name: string,
  value: bigint | number,
  attributes: Readonly<Record<string, string>> = {},
): MetricShape {
  const number =
    typeof value === 'bigint' ? { case: 'asInt' as const, value } : { case: 'asDouble' as const, value }
  const point = {
    value: number,
    timeUnixNano: BigInt(someSeconds) * 1_000_000_000n,
    attributes: texts(attributes),
  }
  return { name, data: { case: 'gauge', value: { dataPoints: [point] } } }
}

/** A request of one bridge. */
export function someRequest(
  metrics: readonly MetricShape[],
  peerId = '12D3KooWSomePeer',
  {
    namespace = 'celestia',
    kind = 'Bridge',
    more = {},
  }: { namespace?: string; kind?: string; more?: Readonly<Record<string, string>> } = {},
): ExportMetricsServiceRequest {
  const names = { 'service.namespace': namespace, 'service.name': kind, 'service.instance.id': peerId }
  const attributes = { ...names, ...more }
  return create(ExportMetricsServiceRequestSchema, {
    resourceMetrics: [
      {
        resource: { attributes: texts(attributes) },
        scopeMetrics: [{ scope: { name: 'header/store' }, metrics: [...metrics] }],
      },
    ],
  })
}
