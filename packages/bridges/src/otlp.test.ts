import { create, fromBinary, toBinary, toJson } from '@bufbuild/protobuf'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pointsIn, pushesOf } from './bridge-push.ts'
import { StatusSchema } from './generated/google/rpc/status_pb.ts'
import {
  ExportMetricsServiceRequestSchema,
  ExportMetricsServiceResponseSchema,
} from './generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb.ts'
import { MalformedOtlp, readOtlpRequest, rpcCodes, writeOtlpAnswer, writeOtlpError } from './otlp.ts'
import { gauge, someRequest } from './testing/some-request.ts'
import { TooManyParts } from './wire-reader.ts'

const [binary, json] = ['application/x-protobuf', 'application/json'] as const
const capture = (name: string) =>
  gunzipSync(readFileSync(new URL(`fixtures/bridge-${name}.pb.gz`, import.meta.url)))
const peer = expect.stringMatching(/^12D3Koo/)

/** The one number of a metric, of whatever scope. */
function figure(bytes: Uint8Array, name: string): number | undefined {
  const { resourceMetrics } = readOtlpRequest(binary, bytes)
  const all = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
  const [point] = all.filter((metric) => metric.name === name).flatMap(pointsIn)
  return point?.value.value === undefined ? undefined : Number(point.value.value)
}

describe('G1: what a real bridge pushed', () => {
  test.each([
    ['synced', 491, undefined],
    ['stalled', 586, 2],
    ['recovered', 810, 3],
    ['first-push-after-restart', 858, undefined],
  ])('G1, G3: %s, at %d', (name, height, stuck) => {
    const bytes = capture(name)
    const [push, ...others] = pushesOf(readOtlpRequest(binary, bytes))
    expect(others).toEqual([])
    expect(push).toMatchObject({ kind: 'Bridge', peerId: peer, height, version: null, isNode: true })
    expect(figure(bytes, 'hdr_store_head_height_gauge')).toBe(height)
    expect(figure(bytes, 'hdr_sync_subjective_head_gauge')).toBe(height)
    expect(figure(bytes, 'hdr_store_tail_height_gauge')).toBe(0)
    if (stuck !== undefined) expect(figure(bytes, 'core_listener_subscription_stuck_count')).toBe(stuck)
    expect(push?.startedAt).toBe(figure(bytes, 'node_start_ts'))
  })

  test('G1: a restarted bridge has another start, and the stalled one names an old block', () => {
    const [before, after] = ['recovered', 'first-push-after-restart'].map(
      (name) => pushesOf(readOtlpRequest(binary, capture(name)))[0],
    )
    expect(after?.startedAt).toBeGreaterThan(before?.startedAt ?? 0)
    expect(after?.height).toBeGreaterThan(0)
    const processed = figure(capture('stalled'), 'core_listener_last_processed_block_ts') ?? 0
    const [stalled] = pushesOf(readOtlpRequest(binary, capture('stalled')))
    expect((stalled?.at ?? 0) / 1000 - processed).toBeGreaterThan(30)
  })

  test('G69: its figures, and null for what it does not say', () => {
    const [push] = pushesOf(readOtlpRequest(binary, capture('stalled')))
    expect(push?.figures).toMatchObject({
      ...{ fullPeers: 0, archivalPeers: 0, connections: 0, tailHeight: null, stuckCount: 2, openFiles: 23 },
      ...{ blocksStored: null, servedBytes: null, sampledHeight: 586 },
      lastBlockAt: figure(capture('stalled'), 'core_listener_last_processed_block_ts'),
      memoryBytes: figure(capture('stalled'), 'process_resident_memory_bytes'),
    })
    const [synced] = pushesOf(readOtlpRequest(binary, capture('synced')))
    expect(synced?.figures).toMatchObject({ blocksProcessed: 344, lastStuckAt: null, goroutines: 314 })
    expect(synced?.figures.publishedAfterSeconds).toBeCloseTo(72.99 / 344, 4)
  })

  test('G1: the same as JSON says the same', () => {
    const bytes = capture('synced')
    const request = readOtlpRequest(binary, bytes)
    const text = JSON.stringify({
      ...(toJson(
        ExportMetricsServiceRequestSchema,
        fromBinary(ExportMetricsServiceRequestSchema, bytes),
      ) as object),
      something: { new: [1] },
    })
    expect(pushesOf(readOtlpRequest(json, Buffer.from(text)))).toEqual(pushesOf(request))
  })
})

test('G69: what cannot be counted is no figure', () => {
  const figures = (value: number) =>
    pushesOf(someRequest([gauge('full_discovery_amount_of_peers', value), gauge('process_open_fds', 7)]))[0]
      ?.figures
  expect(figures(12)).toMatchObject({ fullPeers: 12, openFiles: 7, memoryBytes: null })
  for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
    expect(figures(value)).toMatchObject({ fullPeers: null, openFiles: 7 })
})

describe('G2, G3, G4: what is read of a push', () => {
  const report = (metrics: Parameters<typeof someRequest>[0]) => pushesOf(someRequest(metrics))[0]

  test('G2: several bridges in one request, one of them in two parts', () => {
    const [ada, bob] = [
      someRequest([gauge('hdr_store_head_height_gauge', 7n)], 'ada'),
      someRequest([], 'bob'),
    ]
    const more = someRequest([gauge('hdr_sync_subjective_head_gauge', 9)], 'ada')
    const resourceMetrics = [ada, bob, more].flatMap((one) => one.resourceMetrics)
    const found = pushesOf(create(ExportMetricsServiceRequestSchema, { resourceMetrics }))
    expect(found).toMatchObject([
      { peerId: 'ada', namespace: 'celestia', kind: 'Bridge', height: 9, points: 2, isNode: true },
      { peerId: 'bob', height: null, points: 0, isNode: false },
    ])
  })

  test.each([0n, 0, -4n, Number.NaN, 1.5, Number.POSITIVE_INFINITY, 2 ** 46])(
    'G3: %s is no height, and the other gauge counts',
    (value) => {
      const invalid = gauge('hdr_store_head_height_gauge', value)
      expect(report([invalid])?.height).toBeNull()
      expect(report([invalid, gauge('hdr_sync_subjective_head_gauge', 12n)])?.height).toBe(12)
    },
  )

  test('G3: the higher of the two', () => {
    const both = [gauge('hdr_store_head_height_gauge', 40n), gauge('hdr_sync_subjective_head_gauge', 50n)]
    expect(report(both)?.height).toBe(50)
  })

  test('G4: the version, and the start by what there is', () => {
    const build = gauge('build_info', 1, { semantic_version: 'v0.31.4-mocha' })
    expect(report([build])?.version).toBe('v0.31.4-mocha')
    expect(report([gauge('build_info', 1, { semantic_version: '' })])?.version).toBeNull()
    const ran = gauge('node_runtime_counter_in_seconds', 60)
    expect(report([ran])?.startedAt).toBe(1_800_000_000 - 60)
    expect(report([ran, gauge('process_start_time_seconds', 1.7e9)])?.startedAt).toBe(1.7e9)
    expect(report([ran, gauge('node_start_ts', 1_600_000_000n)])?.startedAt).toBe(1.6e9)
    expect(report([gauge('node_start_ts', 5n)])?.startedAt).toBeNull()
  })
})

describe('G5: what is refused', () => {
  test.each([
    [binary, 'no such message', Buffer.from('hello, this is no protobuf')],
    [binary, 'one cut off', capture('synced').subarray(0, 20_000)],
    [json, 'no JSON', Buffer.from('{"resourceMetrics":')],
    [json, 'another form', Buffer.from('{"resourceMetrics":7}')],
    [json, 'no text', Buffer.from([0x7b, 0xff, 0x7d])],
    [json, 'nested without end', Buffer.from('['.repeat(90_000).padEnd(800_000))],
  ])('G5: %s: %s', (type, _what, bytes) => {
    expect(() => readOtlpRequest(type, bytes)).toThrow(MalformedOtlp)
  })

  test('G5: millions of messages that are two bytes each', () => {
    const many = Buffer.alloc(8 * 1024 * 1024)
    for (let at = 0; at < many.length; at += 2) many[at] = 0x0a
    expect(() => readOtlpRequest(binary, many)).toThrow(TooManyParts)
    const objects = Buffer.from(`{"resourceMetrics":[${'{},'.repeat(200_000)}{}]}`)
    expect(() => readOtlpRequest(json, objects)).toThrow(TooManyParts)
    // Also few enough to be read, if they were in a push of their size.
    expect(() => readOtlpRequest(binary, many.subarray(0, 64 * 1024))).toThrow(TooManyParts)
  })
})

describe('G1: answers', () => {
  test('G1: all of it taken is an empty message, or an empty object', () => {
    expect(writeOtlpAnswer(binary, null)).toHaveLength(0)
    expect(Buffer.from(writeOtlpAnswer(json, null)).toString()).toBe('{}')
  })

  test('G1: what was not taken, and errors, in the form of the request', () => {
    const partial = { rejectedDataPoints: 3, message: 'another bridge' }
    const answer = fromBinary(ExportMetricsServiceResponseSchema, writeOtlpAnswer(binary, partial))
    expect(answer.partialSuccess).toMatchObject({ rejectedDataPoints: 3n, errorMessage: 'another bridge' })
    expect(JSON.parse(Buffer.from(writeOtlpAnswer(json, partial)).toString())).toEqual({
      partialSuccess: { rejectedDataPoints: '3', errorMessage: 'another bridge' },
    })
    const status = fromBinary(StatusSchema, writeOtlpError(binary, rpcCodes.unauthenticated, 'no token'))
    expect(status).toMatchObject({ code: 16, message: 'no token' })
    expect(JSON.parse(Buffer.from(writeOtlpError(json, 3, 'no')).toString())).toEqual({
      code: 3,
      message: 'no',
    })
  })

  test('G1: an empty request is a request', () => {
    const empty = toBinary(ExportMetricsServiceRequestSchema, create(ExportMetricsServiceRequestSchema))
    expect(pushesOf(readOtlpRequest(binary, empty))).toEqual([])
    expect(pushesOf(readOtlpRequest(json, Buffer.from('{}')))).toEqual([])
  })
})
