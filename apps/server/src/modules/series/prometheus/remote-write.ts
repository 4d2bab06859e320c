import type { ChartMetric } from '@roundsman/contract/charts'

/** Samples of one series, oldest first. */
export interface WrittenSeries {
  labels: Readonly<Record<string, string>>
  samples: readonly (readonly [unixMs: number, value: number])[]
}

/** Headers of a request with such a body. */
export const remoteWriteHeaders = {
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
} as const

/**
 * Body of a remote write request, version 1.0: a `WriteRequest` in protobuf, framed as snappy asks for, but not
 * compressed: what is spared within a data centre is not worth a library.
 */
export function remoteWriteBody(series: readonly WrittenSeries[]): Uint8Array<ArrayBuffer> {
  const message = Buffer.concat(series.map((one) => field(1, timeSeries(one))))
  return Uint8Array.from(asSnappy(message))
}

function timeSeries({ labels, samples }: WrittenSeries): Buffer {
  // By name, as the specification asks for.
  const names = Object.keys(labels).sort()
  return Buffer.concat([
    ...names.map((name) =>
      field(1, Buffer.concat([field(1, utf8(name)), field(2, utf8(labels[name] ?? ''))])),
    ),
    ...samples.map(([at, value]) => field(2, sample(at, value))),
  ])
}

function sample(unixMs: number, value: number): Buffer {
  const double = Buffer.alloc(8)
  double.writeDoubleLE(value)
  // Field 1 of eight bytes, field 2 a varint.
  return Buffer.concat([Buffer.of((1 << 3) | 1), double, Buffer.of(2 << 3), varint(unixMs)])
}

/** A field of length-delimited bytes. */
function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  // Beyond 32 bits, where shifting ends.
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}

/** A literal says its length in two bytes. */
const literalBytes = 65_536

function asSnappy(bytes: Buffer): Buffer {
  const parts = [varint(bytes.length)]
  for (let at = 0; at < bytes.length; at += literalBytes) {
    const literal = bytes.subarray(at, at + literalBytes)
    const most = literal.length - 1
    parts.push(Buffer.of(61 << 2, most & 255, most >> 8), literal)
  }
  return Buffer.concat(parts)
}

const utf8 = (text: string) => Buffer.from(text, 'utf8')

export interface SeriesLabels {
  metric: ChartMetric
  /** Of the database that recorded it. */
  site: string
  networkId: number
  epoch: number
  validatorId: number
}

/** How a series is called in the store. Other names than at `/metrics`, whose figures may be scraped into the same store. */
export function labelsOf({
  metric,
  site,
  networkId,
  epoch,
  validatorId,
}: SeriesLabels): Record<string, string> {
  return { __name__: metric, ...ofNetwork({ site, networkId, epoch }), validator_id: String(validatorId) }
}

/** PromQL for these validators' series of a metric. */
export function selectorOf({
  metric,
  validatorIds,
  ...network
}: Omit<SeriesLabels, 'validatorId'> & { validatorIds: readonly number[] }): string {
  const pairs = Object.entries(ofNetwork(network)).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return `${metric}{${pairs.join(',')},validator_id=~"${validatorIds.join('|')}"}`
}

function ofNetwork({ site, networkId, epoch }: Pick<SeriesLabels, 'site' | 'networkId' | 'epoch'>) {
  return { site, network_id: String(networkId), epoch: String(epoch) }
}
