import type { KeyValue } from './generated/opentelemetry/proto/common/v1/common_pb.ts'
import type {
  HistogramDataPoint,
  Metric,
  NumberDataPoint,
} from './generated/opentelemetry/proto/metrics/v1/metrics_pb.ts'

/** A metric by its name, however its numbers are kept. */
export interface NamedMetric {
  name: string
  /** All its data points, whatever they are of. */
  count: number
  data: Metric['data']
}

export function metricsOf(metrics: readonly Metric[]): NamedMetric[] {
  return metrics.map(({ name, data }) => ({ name, data, count: data.value?.dataPoints.length ?? 0 }))
}

/** `NoRecordedValue`: a point that says that there is none. */
const noValue = 1

/** The numbers of a metric. Who sends may make a sum of what is a gauge, and the other way round. */
export function pointsIn({ data }: NamedMetric): NumberDataPoint[] {
  if (data.case !== 'gauge' && data.case !== 'sum') return []
  return data.value.dataPoints.filter(({ flags }) => (flags & noValue) === 0)
}

export function histogramsIn({ data }: NamedMetric): HistogramDataPoint[] {
  return data.case === 'histogram' ? data.value.dataPoints : []
}

/** Attributes that are texts. */
export function attributesOf(attributes: readonly KeyValue[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { key, value } of attributes)
    if (value?.value.case === 'stringValue') texts.set(key, value.value.value)
  return texts
}
