import { create, type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf'
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type BridgePush, isWantedMetric, pushesOf } from './bridge-push.ts'
import { ExportMetricsServiceRequestSchema } from './generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb.ts'
import { MetricSchema } from './generated/opentelemetry/proto/metrics/v1/metrics_pb.ts'
import { readMetricsRequest } from './otlp-reader.ts'
import { gauge } from './testing/some-request.ts'
import { TooManyParts } from './wire-reader.ts'

// `PUSHES=100000 npx vitest run --project unit packages/bridges` for whoever changes the reader. fast-check prints the
// seed of a run that fails.
const count = Number(process.env['PUSHES'] ?? 300)

/** Mulberry32: whole numbers from 0 to below `bound`, alike for the same seed. */
function createRandom(start: number): (bound: number) => number {
  let state = start >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}
type Random = ReturnType<typeof createRandom>

const timeout = Math.max(60_000, 40 * count)

function run(tryOne: (random: Random) => void, times = 1): void {
  fc.assert(
    fc.property(fc.nat(), (start) => tryOne(createRandom(start))),
    { numRuns: count * times },
  )
}

interface Outcome {
  pushes?: BridgePush[]
  error?: unknown
}

function outcomeOf(read: () => BridgePush[]): Outcome {
  try {
    return { pushes: read() }
  } catch (error) {
    return { error }
  }
}

const most = ({ length }: Uint8Array) => 2_000 + length / 8
const byHand = (bytes: Uint8Array) =>
  outcomeOf(() => pushesOf(readMetricsRequest(bytes, most(bytes), isWantedMetric)))

/** By the generated code, after the messages were counted one within the other. */
const byGenerated = (bytes: Uint8Array) =>
  outcomeOf(() => {
    countMessages(bytes)
    return pushesOf(fromBinary(ExportMetricsServiceRequestSchema, bytes))
  })

function countMessages(bytes: Uint8Array): void {
  const reader = new BinaryReader(bytes)
  let messages = 0
  const walk = (desc: DescMessage, end: number): void => {
    while (reader.pos < end && messages <= most(bytes)) {
      const [number, wireType] = reader.tag()
      const inner = desc.fields.find((field) => field.number === number)?.message
      if (inner === undefined || wireType !== WireType.LengthDelimited) {
        reader.skip(wireType, number)
        continue
      }
      messages += 1
      const length = reader.uint32()
      if (reader.pos + length > end) throw new RangeError('a message ends behind the one that it is in')
      walk(inner, reader.pos + length)
    }
  }
  walk(ExportMetricsServiceRequestSchema, reader.len)
  if (messages > most(bytes)) throw new TooManyParts('too many messages')
}

/** Whether it is refused for what the generated code reads as something else: a field of another wire type. */
const isStricter = ({ error }: Outcome) =>
  error instanceof Error && /another wire type|a list of numbers ends within one/.test(error.message)

/** Compares; gives what came of it. */
function compare(bytes: Uint8Array, what: string): 'taken' | 'refused' | 'stricter' {
  const [ours, theirs] = [byHand(bytes), byGenerated(bytes)]
  if (isStricter(ours)) return 'stricter'
  const named = (outcome: Outcome) => ({
    pushes: outcome.pushes,
    isRefused: outcome.error !== undefined,
    isTooMany: outcome.error instanceof TooManyParts,
  })
  expect(named(ours), `${what}: ${Buffer.from(bytes).toString('base64')}`).toEqual(named(theirs))
  return theirs.error === undefined ? 'taken' : 'refused'
}

const captures = ['synced', 'stalled', 'recovered', 'first-push-after-restart'].map((name) =>
  gunzipSync(readFileSync(new URL(`fixtures/bridge-${name}.pb.gz`, import.meta.url))),
)

/** Some bytes are others, left out, twice there, or cut off. */
function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let made = Buffer.from(bytes)
  for (let changes = 1 + random(4); changes > 0 && made.length > 0; changes--) {
    const at = random(made.length)
    const length = 1 + random(64)
    const kind = random(6)
    if (kind <= 1) made[at] = random(256)
    else if (kind === 2) made = Buffer.concat([made.subarray(0, at), made.subarray(at + length)])
    else if (kind === 3) made = Buffer.concat([made.subarray(0, at + length), made.subarray(at)])
    else if (kind === 4) made = Buffer.from(made.subarray(0, at))
    else made[at] = (made[at] ?? 0) ^ (1 << random(8))
  }
  return made
}

const texts = [
  '',
  'service.name',
  'service.namespace',
  'service.instance.id',
  'Bridge',
  'ада',
  'scope',
  'system',
  'result',
]
const names = [
  'hdr_store_head_height_gauge',
  'build_info',
  'libp2p_rcmgr_connections',
  'core_to_da_lag_seconds',
  'eds_store_put_time_histogram',
  'nobody_asks',
]

/** A message of a kind with fields in any order, some of them twice, some unknown. */
function randomMessage(desc: DescMessage, random: Random, depth = 0): Uint8Array {
  const writer = new BinaryWriter()
  const fields = desc.fields
  for (let left = random(depth < 3 ? 6 : 5); left > 0; left--) {
    const field = fields[random(fields.length)]
    if (field === undefined || random(20) === 0) {
      writer.tag(900 + random(9), WireType.Varint).uint32(random(1_000))
      continue
    }
    const packable = field.fieldKind === 'list' && !field.message
    if (field.message) {
      if (depth > 9) continue
      writer
        .tag(field.number, WireType.LengthDelimited)
        .bytes(randomMessage(field.message, random, depth + 1))
    } else
      writeScalar(
        writer,
        {
          number: field.number,
          scalar: 'scalar' in field ? field.scalar : undefined,
          packable,
          isName: desc.name === 'Metric',
        },
        random,
      )
  }
  return writer.finish()
}

function writeScalar(
  writer: BinaryWriter,
  field: { number: number; scalar: number | undefined; packable: boolean; isName: boolean },
  random: Random,
): void {
  const number = BigInt(random(3)) * 1_000_000_000n + BigInt(random(1_000))
  switch (field.scalar) {
    case 9:
    case 12: {
      const text = field.isName ? names[random(names.length)] : texts[random(texts.length)]
      writer.tag(field.number, WireType.LengthDelimited).string(text ?? '')
      return
    }
    case 1:
    case 6:
    case 16:
      if (field.packable && random(2) === 0) {
        writer.tag(field.number, WireType.LengthDelimited).fork()
        for (let left = random(4); left > 0; left--) writer.fixed64(number)
        writer.join()
      } else if (field.scalar === 1) writer.tag(field.number, WireType.Bit64).double(random(100) / 4)
      else writer.tag(field.number, WireType.Bit64).fixed64(number)
      return
    default:
      writer.tag(field.number, WireType.Varint)
      if (random(2) === 0) writer.uint64(number)
      else writer.uint32(random(3))
  }
}

describe('G1: a request read by hand says what the generated code reads', () => {
  test('G1: what a real bridge pushed', () => {
    for (const bytes of captures) expect(compare(bytes, 'a capture')).toBe('taken')
  })

  test('G1, G5: mutated ones', { timeout }, () => {
    const outcomes = new Set<string>()
    run((random) => {
      const bytes = captures[random(captures.length)] ?? new Uint8Array()
      outcomes.add(compare(mutate(bytes, random), 'mutated'))
    })
    expect([...outcomes]).toEqual(expect.arrayContaining(['refused', 'taken']))
  })

  test('G1, G5: random ones, with fields in any order and twice, and these mutated', { timeout }, () => {
    run((random) => {
      // Two messages one after the other are one, of both.
      const parts = [0, 1].map(() => randomMessage(ExportMetricsServiceRequestSchema, random))
      const bytes = Buffer.concat(parts)
      expect(compare(bytes, 'random')).toBe('taken')
      if (bytes.length > 0) compare(mutate(bytes, random), 'random, mutated')
    }, 4)
  })

  test('G1: a metric that gets another name after its data has it read again', () => {
    const named = (name: string) => new BinaryWriter().tag(1, WireType.LengthDelimited).string(name).finish()
    const data = toBinary(MetricSchema, create(MetricSchema, gauge('', 7n)))
    const [wanted, other] = [named('hdr_store_head_height_gauge'), named('nobody_asks')]
    for (const [parts, height] of [
      [[data, wanted], 7],
      [[other, data, wanted], 7],
      [[other, data, wanted, data], 7],
      [[wanted, data, other], null],
      [[other, data, wanted, data, other], null],
    ] as const) {
      const bytes = [2, 2, 1].reduce<Uint8Array>(within, Buffer.concat(parts))
      expect(compare(bytes, 'renamed')).toBe('taken')
      expect(byHand(bytes).pushes).toMatchObject([{ height }])
    }
  })

  test('G5: a known field of another wire type is refused', () => {
    const bytes = new BinaryWriter().tag(1, WireType.Varint).uint32(0).finish()
    expect(byHand(bytes).error).toMatchObject({ message: 'a field of another wire type' })
  })
})

/** A message as field of another one. */
function within(bytes: Uint8Array, number: number): Uint8Array {
  return new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(bytes).finish()
}
