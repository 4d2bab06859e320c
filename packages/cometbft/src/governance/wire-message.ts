import { ShapeError } from '../errors.ts'
import { MOST_ITEMS } from '../wire.ts'

/**
 * Protobuf as it comes in, read field by field: x/gov's messages differ from SDK to SDK by fields that are added, and what
 * a proposal holds may be of any type. Whatever is not asked for is skipped.
 */

/** One field: a number (varint, fixed) or bytes (a text, a message). */
interface WireField {
  field: number
  value: bigint | Uint8Array
}

/** The fields of one message. Of a field that stands more than once the last one counts, except where all are asked for. */
export interface WireMessage {
  /** In the order in which they stand. */
  fields: readonly WireField[]
  /** 0 where it is missing, as proto3 has it. @throws ShapeError where it is no number */
  uint(field: number): bigint
  /** An int64: negative ones are written in two's complement. */
  int(field: number): bigint
  /** null where it is missing. @throws ShapeError where it is no bytes */
  bytes(field: number): Uint8Array | null
  /** '' where it is missing; bytes that are no UTF-8 become U+FFFD, and the NUL that PostgreSQL keeps in no text goes. */
  text(field: number): string
  message(field: number): WireMessage | null
  allBytes(field: number): Uint8Array[]
}

/** @throws ShapeError on what is cut off, has more fields than a list has items, or is no protobuf */
export function readMessage(bytes: Uint8Array): WireMessage {
  const fields = readFields(bytes)
  const last = (field: number) => fields.findLast((one) => one.field === field)?.value
  const bytesOf = (field: number) => asBytes(last(field) ?? null)
  return {
    fields,
    uint(field) {
      const value = last(field) ?? 0n
      if (typeof value !== 'bigint') throw new ShapeError(`field ${field} is no number`)
      return value
    },
    int(field) {
      return BigInt.asIntN(64, this.uint(field))
    },
    bytes: bytesOf,
    text: (field) => textOf(bytesOf(field) ?? new Uint8Array()),
    message(field) {
      const value = bytesOf(field)
      return value === null ? null : readMessage(value)
    },
    allBytes: (field) =>
      fields.flatMap((one) => (one.field === field ? [asBytes(one.value) ?? new Uint8Array()] : [])),
  }
}

const NUL = String.fromCharCode(0)

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll(NUL, '')
}

function asBytes(value: bigint | Uint8Array | null): Uint8Array | null {
  if (typeof value === 'bigint') throw new ShapeError('a number where there should be bytes')
  return value
}

function readFields(bytes: Uint8Array): WireField[] {
  const fields: WireField[] = []
  let at = 0
  while (at < bytes.length) {
    if (fields.length === MOST_ITEMS) throw new ShapeError(`a message of more than ${MOST_ITEMS} fields`)
    const tag = readNumber(bytes, at)
    const field = Number(tag.value >> 3n)
    if (field === 0 || field > MOST_FIELD_NUMBER) throw new ShapeError('a field that has no such number')
    const { value, end } = readValue(bytes, tag.end, Number(tag.value & 7n))
    fields.push({ field, value })
    at = end
  }
  return fields
}

const MOST_FIELD_NUMBER = 536_870_911

/** Groups have not been written since proto2. */
function readValue(bytes: Uint8Array, at: number, type: number): { value: bigint | Uint8Array; end: number } {
  switch (type) {
    case 0:
      return readNumber(bytes, at)
    case 1:
      return readFixed(bytes, at, 8)
    case 2: {
      const length = readNumber(bytes, at)
      const end = length.end + Number(length.value)
      if (end > bytes.length) throw new ShapeError('a field is cut off')
      return { value: bytes.subarray(length.end, end), end }
    }
    case 5:
      return readFixed(bytes, at, 4)
    default:
      throw new ShapeError('a field of no known type')
  }
}

function readNumber(bytes: Uint8Array, at: number): { value: bigint; end: number } {
  let value = 0n
  for (let place = 0; place < 10; place++) {
    const byte = bytes[at + place]
    if (byte === undefined) throw new ShapeError('a number is cut off')
    value |= BigInt(byte & 0x7f) << BigInt(7 * place)
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: at + place + 1 }
  }
  throw new ShapeError('a number of more than 64 bits')
}

function readFixed(bytes: Uint8Array, at: number, size: 4 | 8): { value: bigint; end: number } {
  const end = at + size
  if (end > bytes.length) throw new ShapeError('a field is cut off')
  let value = 0n
  for (let place = size - 1; place >= 0; place--) value = (value << 8n) | BigInt(bytes[at + place] ?? 0)
  return { value, end }
}
