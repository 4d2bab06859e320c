import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { ChartMetric } from '@roundsman/contract/networks/charts'

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
 * compressed: what is spared within a data center is not worth a library.
 */
export function remoteWriteBody(series: readonly WrittenSeries[]): Uint8Array<ArrayBuffer> {
  const request = new BinaryWriter()
  for (const { labels, samples } of series) {
    const timeSeries = request.tag(1, WireType.LengthDelimited).fork()
    // By name, as the specification asks for.
    for (const [name, value] of Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const label = timeSeries.tag(1, WireType.LengthDelimited).fork()
      label.tag(1, WireType.LengthDelimited).string(name)
      label.tag(2, WireType.LengthDelimited).string(value)
      label.join()
    }
    for (const [unixMs, value] of samples) {
      const sample = timeSeries.tag(2, WireType.LengthDelimited).fork()
      sample.tag(1, WireType.Bit64).double(value)
      sample.tag(2, WireType.Varint).int64(unixMs)
      sample.join()
    }
    timeSeries.join()
  }
  return asSnappy(request.finish())
}

/** A literal says its length in two bytes. */
const literalBytes = 65_536

function asSnappy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new BinaryWriter().uint32(bytes.length)
  for (let at = 0; at < bytes.length; at += literalBytes) {
    const literal = bytes.subarray(at, at + literalBytes)
    const most = literal.length - 1
    framed.raw(Uint8Array.of(61 << 2, most & 255, most >> 8)).raw(literal)
  }
  return framed.finish()
}

interface SeriesLabels {
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
