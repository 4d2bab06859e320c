import { AnyValueSchema, KeyValueSchema } from './generated/opentelemetry/proto/common/v1/common_pb.ts'
import { ExportMetricsServiceRequestSchema } from './generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb.ts'
import {
  ExponentialHistogramSchema,
  GaugeSchema,
  HistogramDataPointSchema,
  HistogramSchema,
  MetricSchema,
  NumberDataPointSchema,
  ResourceMetricsSchema,
  ScopeMetricsSchema,
  SummarySchema,
  SumSchema,
} from './generated/opentelemetry/proto/metrics/v1/metrics_pb.ts'
import { ResourceSchema } from './generated/opentelemetry/proto/resource/v1/resource_pb.ts'
import { type MessageKind, messageKind, WireReader } from './wire-reader.ts'

/** What is asked of a request of metrics: the messages of the generated code fit, and what is made here has no more. */
export interface MetricsRequest {
  resourceMetrics: PushedResource[]
}

export interface PushedResource {
  resource?: { attributes: PushedAttribute[] } | undefined
  scopeMetrics: { metrics: PushedMetric[] }[]
}

/** `case` is `stringValue` where it is a text. */
export interface PushedAttribute {
  key: string
  value?: { value: { case: string | undefined; value?: unknown } } | undefined
}

export interface PushedMetric {
  name: string
  data: PushedData
}

type PushedData =
  | { case: 'gauge' | 'sum'; value: { dataPoints: PushedNumber[] } }
  | { case: 'histogram'; value: { dataPoints: PushedHistogram[] } }
  | { case: 'exponentialHistogram' | 'summary'; value: { dataPoints: object[] } }
  | { case: undefined; value?: undefined }

/** A point with a number; times are Unix ns. Of a metric that nobody asks for it has flags and time alone. */
export interface PushedNumber {
  attributes: PushedAttribute[]
  startTimeUnixNano: bigint
  timeUnixNano: bigint
  value:
    | { case: 'asDouble'; value: number }
    | { case: 'asInt'; value: bigint }
    | { case: undefined; value?: undefined }
  flags: number
}

/** Of a metric that nobody asks for it is empty. */
export interface PushedHistogram {
  count: bigint
  sum?: number | undefined
}

const kindOf = {
  request: messageKind(ExportMetricsServiceRequestSchema),
  resourceMetrics: messageKind(ResourceMetricsSchema),
  resource: messageKind(ResourceSchema),
  scopeMetrics: messageKind(ScopeMetricsSchema),
  metric: messageKind(MetricSchema),
  gauge: messageKind(GaugeSchema),
  sum: messageKind(SumSchema),
  histogram: messageKind(HistogramSchema),
  exponentialHistogram: messageKind(ExponentialHistogramSchema),
  summary: messageKind(SummarySchema),
  number: messageKind(NumberDataPointSchema),
  histogramPoint: messageKind(HistogramDataPointSchema),
  attribute: messageKind(KeyValueSchema),
  value: messageKind(AnyValueSchema),
}

/** Whether more than name, number of points and newest time of a metric is asked for. */
type IsWanted = (name: string) => boolean

/**
 * A request from its wire format, by hand and without making what nobody asks for: of 133 metrics that a bridge sends
 * some 30 count. Fields come in any order and more than once, and go together as in the generated code.
 * @throws TooManyParts where there are more messages inside it than `most`; Error where it is no request
 */
export function readMetricsRequest(bytes: Uint8Array, most: number, isWanted: IsWanted): MetricsRequest {
  const wire = new WireReader(bytes, most)
  const resourceMetrics: PushedResource[] = []
  while (wire.at < bytes.length) {
    const tag = wire.tag()
    if (tag === 0x0a) resourceMetrics.push(readResourceMetrics(wire, bytes.length, isWanted))
    else wire.pass(kindOf.request, tag, bytes.length)
  }
  return { resourceMetrics }
}

function readResourceMetrics(wire: WireReader, outerEnd: number, isWanted: IsWanted): PushedResource {
  const read: PushedResource = { resource: undefined, scopeMetrics: [] }
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x0a) {
      read.resource ??= { attributes: [] }
      readAttributes(wire, end, read.resource.attributes)
    } else if (tag === 0x12) read.scopeMetrics.push(readScopeMetrics(wire, end, isWanted))
    else wire.pass(kindOf.resourceMetrics, tag, end)
  }
  wire.leave()
  return read
}

/** Of a resource, to those that it has already. */
function readAttributes(wire: WireReader, outerEnd: number, attributes: PushedAttribute[]): void {
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x0a) attributes.push(readAttribute(wire, end))
    else wire.pass(kindOf.resource, tag, end)
  }
  wire.leave()
}

function readAttribute(wire: WireReader, outerEnd: number): PushedAttribute {
  const read: PushedAttribute = { key: '', value: undefined }
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x0a) read.key = wire.text()
    else if (tag === 0x12) {
      read.value ??= { value: { case: undefined } }
      read.value.value = readValue(wire, end, read.value.value)
    } else wire.pass(kindOf.attribute, tag, end)
  }
  wire.leave()
  return read
}

type AttributeValue = NonNullable<PushedAttribute['value']>['value']

/** What is no text is nothing that is asked for; what comes later counts. */
function readValue(wire: WireReader, outerEnd: number, before: AttributeValue): AttributeValue {
  let read = before
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x0a) read = { case: 'stringValue', value: wire.text() }
    else {
      wire.pass(kindOf.value, tag, end)
      if (kindOf.value[tag >>> 3] !== undefined) read = { case: 'other' }
    }
  }
  wire.leave()
  return read
}

function readScopeMetrics(
  wire: WireReader,
  outerEnd: number,
  isWanted: IsWanted,
): PushedResource['scopeMetrics'][number] {
  const metrics: PushedMetric[] = []
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x12) metrics.push(readMetric(wire, wire.enter(end), isWanted))
    else wire.pass(kindOf.scopeMetrics, tag, end)
  }
  wire.leave()
  return { metrics }
}

/** A metric that goes to `end`. Until its name is known everything of it is read. */
function readMetric(wire: WireReader, end: number, isWanted: IsWanted): PushedMetric {
  const back = wire.mark()
  const read: PushedMetric = { name: '', data: { case: undefined } }
  let [isWhole, leftOut] = [true, false]
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x0a) {
      read.name = wire.text()
      isWhole = isWanted(read.name)
      if (isWhole && leftOut) {
        // It had another name before, which nobody asks for.
        back()
        return readMetric(wire, end, () => true)
      }
    } else if (readData(wire, tag, end, { read, isWhole })) leftOut ||= !isWhole
    else wire.pass(kindOf.metric, tag, end)
  }
  wire.leave()
  return read
}

interface Reading {
  read: PushedMetric
  isWhole: boolean
}

/** Reads the data of a metric, where the tag is of some: what comes twice goes together, another kind replaces it. */
function readData(wire: WireReader, tag: number, end: number, { read, isWhole }: Reading): boolean {
  const { data } = read
  switch (tag) {
    case 0x2a:
    case 0x3a: {
      const kind = tag === 0x2a ? 'gauge' : 'sum'
      const dataPoints = data.case === kind ? data.value.dataPoints : []
      read.data = { case: kind, value: { dataPoints } }
      readPoints(wire, end, kindOf[kind], dataPoints, isWhole ? readNumber : readTime)
      return true
    }
    case 0x4a: {
      const dataPoints = data.case === 'histogram' ? data.value.dataPoints : []
      read.data = { case: 'histogram', value: { dataPoints } }
      readPoints(wire, end, kindOf.histogram, dataPoints, isWhole ? readHistogram : passHistogram)
      return true
    }
    case 0x52:
    case 0x5a: {
      const kind = tag === 0x52 ? 'exponentialHistogram' : 'summary'
      const dataPoints = data.case === kind ? data.value.dataPoints : []
      read.data = { case: kind, value: { dataPoints } }
      readPoints(wire, end, kindOf[kind], dataPoints, passPoint[kind])
      return true
    }
    default:
      return false
  }
}

function readPoints<T>(
  wire: WireReader,
  outerEnd: number,
  kind: MessageKind,
  points: T[],
  readPoint: (wire: WireReader, outerEnd: number) => T,
): void {
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x0a) points.push(readPoint(wire, end))
    else wire.pass(kind, tag, end)
  }
  wire.leave()
}

const noValue = { case: undefined } as const

function readNumber(wire: WireReader, outerEnd: number): PushedNumber {
  const read: PushedNumber = {
    attributes: [],
    startTimeUnixNano: 0n,
    timeUnixNano: 0n,
    value: noValue,
    flags: 0,
  }
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x3a) read.attributes.push(readAttribute(wire, end))
    else if (tag === 0x11) read.startTimeUnixNano = wire.fixed64()
    else if (tag === 0x19) read.timeUnixNano = wire.fixed64()
    else if (tag === 0x21) read.value = { case: 'asDouble', value: wire.double() }
    else if (tag === 0x31) read.value = { case: 'asInt', value: wire.sfixed64() }
    else if (tag === 0x40) read.flags = wire.uint32()
    else wire.pass(kindOf.number, tag, end)
  }
  wire.leave()
  return read
}

const noAttributes: PushedAttribute[] = []

function readTime(wire: WireReader, outerEnd: number): PushedNumber {
  let [timeUnixNano, flags] = [0n, 0]
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x19) timeUnixNano = wire.fixed64()
    else if (tag === 0x40) flags = wire.uint32()
    else wire.pass(kindOf.number, tag, end)
  }
  wire.leave()
  return { attributes: noAttributes, startTimeUnixNano: 0n, timeUnixNano, value: noValue, flags }
}

function readHistogram(wire: WireReader, outerEnd: number): PushedHistogram {
  const read: PushedHistogram = { count: 0n, sum: undefined }
  const end = wire.enter(outerEnd)
  while (wire.at < end) {
    const tag = wire.tag()
    if (tag === 0x21) read.count = wire.fixed64()
    else if (tag === 0x29) read.sum = wire.double()
    else wire.pass(kindOf.histogramPoint, tag, end)
  }
  wire.leave()
  return read
}

const nothing: PushedHistogram = { count: 0n }

function passHistogram(wire: WireReader, outerEnd: number): PushedHistogram {
  // As the field that it is, whose tag was just read.
  wire.pass(kindOf.histogram, 0x0a, outerEnd)
  return nothing
}

const passPoint = {
  exponentialHistogram: (wire: WireReader, outerEnd: number): object => {
    wire.pass(kindOf.exponentialHistogram, 0x0a, outerEnd)
    return nothing
  },
  summary: (wire: WireReader, outerEnd: number): object => {
    wire.pass(kindOf.summary, 0x0a, outerEnd)
    return nothing
  },
}
