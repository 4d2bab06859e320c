import { concatBytes } from '@noble/hashes/utils.js'
import { ShapeError } from './errors.ts'
import { MOST_ITEMS } from './wire.ts'

/**
 * Protobuf as CometBFT writes it where it hashes and signs: fields in order, and what is zero or empty left out. The
 * messages are few and their bytes are what counts, so they are written here rather than by a library.
 */

export const noBytes = new Uint8Array()
const utf8 = new TextEncoder()

/** The lowest seven bits first; negative numbers as 64 bits in two's complement. */
export function varint(value: bigint | number): Uint8Array {
  if (value >= 0 && value < 0x80) return Uint8Array.of(Number(value))
  const bytes: number[] = []
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) {
    // Most are small, and numbers are an order of magnitude quicker than bigints.
    let left = Number(value)
    for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80)
    bytes.push(left)
    return Uint8Array.from(bytes)
  }
  let left = BigInt.asUintN(64, BigInt(value))
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80)
  bytes.push(Number(left))
  return Uint8Array.from(bytes)
}

/** A field of an integer type (int32, int64, uint64, an enum); nothing for zero. Field numbers are below 16. */
export function intField(field: number, value: bigint | number): Uint8Array {
  return value === 0n || value === 0 ? noBytes : prefixed(field << 3, varint(value), noBytes)
}

/** An integer of eight bytes, lowest first; nothing for zero. */
export function sfixed64Field(field: number, value: bigint | number): Uint8Array {
  const int = BigInt(value)
  if (int === 0n) return noBytes
  const bytes = new Uint8Array(9)
  bytes[0] = (field << 3) | 1
  new DataView(bytes.buffer).setBigInt64(1, int, true)
  return bytes
}

/** Bytes or a text; nothing where they are empty. */
export function bytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? utf8.encode(value) : value
  return bytes.length === 0 ? noBytes : messageField(field, bytes)
}

/** A message within a message; written even where it is empty, as Go does with one that cannot be nil. */
export function messageField(field: number, message: Uint8Array): Uint8Array {
  return prefixed((field << 3) | 2, varint(message.length), message)
}

function prefixed(tag: number, number: Uint8Array, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + number.length + rest.length)
  bytes[0] = tag
  bytes.set(number, 1)
  bytes.set(rest, 1 + number.length)
  return bytes
}

const nanosPerSecond = 1_000_000_000n

/** `google.protobuf.Timestamp` of nanoseconds since 1970. Before 1970 the seconds are negative, the nanos never. */
export function timestamp(timeNs: bigint): Uint8Array {
  const { seconds, nanos } = partsOf(timeNs)
  return concatBytes(intField(1, seconds), intField(2, nanos))
}

/** Numbers hold both parts exactly, and are an order of magnitude quicker than bigints. */
function partsOf(timeNs: bigint): { seconds: number; nanos: number } {
  const seconds = Number(timeNs / nanosPerSecond)
  const nanos = Number(timeNs % nanosPerSecond)
  return nanos < 0 ? { seconds: seconds - 1, nanos: nanos + 1_000_000_000 } : { seconds, nanos }
}

/** Writes messages one after the other into the same bytes, for those of which there are hundreds. */
export interface MessageWriter {
  begin(): void
  byte(value: number): void
  raw(bytes: Uint8Array): void
  /** As `intField`; `value` is from 0 to 127. */
  int(field: number, value: number): void
  /** As `bytesField`. */
  bytes(field: number, value: Uint8Array): void
  /** As `bytesField`, of upper-case hex. @throws Error on anything else */
  hex(field: number, text: string): void
  /** As `messageField` of a `timestamp`. */
  time(field: number, timeNs: bigint): void
  /** What is written since `begin`: good until the next one. */
  written(): Uint8Array
  /** A copy with its length in front. */
  delimited(): Uint8Array
}

/** Longer than two varints with what stands before them, ten bytes each. */
const longestTime = 24

export function createMessageWriter(): MessageWriter {
  let into = new Uint8Array(1024)
  let at = 0

  function room(more: number): void {
    if (at + more <= into.length) return
    const larger = new Uint8Array(2 * (at + more))
    larger.set(into.subarray(0, at))
    into = larger
  }

  function writeVarint(value: number): void {
    if (value < 0) {
      const bytes = varint(value)
      into.set(bytes, at)
      at += bytes.length
      return
    }
    let left = value
    for (; left >= 0x80; left = Math.floor(left / 0x80)) into[at++] = (left % 0x80) | 0x80
    into[at++] = left
  }

  function raw(bytes: Uint8Array): void {
    room(bytes.length)
    into.set(bytes, at)
    at += bytes.length
  }

  function head(field: number, length: number): void {
    room(length + 11)
    into[at++] = (field << 3) | 2
    writeVarint(length)
  }

  return {
    begin() {
      at = 0
    },
    byte(value) {
      room(1)
      into[at++] = value
    },
    raw,
    int(field, value) {
      if (value === 0) return
      room(2)
      into[at++] = field << 3
      into[at++] = value
    },
    bytes(field, value) {
      if (value.length === 0) return
      head(field, value.length)
      raw(value)
    },
    hex(field, text) {
      if (text.length === 0) return
      head(field, text.length / 2)
      for (let place = 0; place < text.length; place += 2)
        into[at++] = (nibbleOf(text.charCodeAt(place)) << 4) | nibbleOf(text.charCodeAt(place + 1))
    },
    time(field, timeNs) {
      room(longestTime)
      into[at++] = (field << 3) | 2
      const lengthAt = at++
      const { seconds, nanos } = partsOf(timeNs)
      if (seconds !== 0) {
        into[at++] = 1 << 3
        writeVarint(seconds)
      }
      if (nanos !== 0) {
        into[at++] = 2 << 3
        writeVarint(nanos)
      }
      into[lengthAt] = at - lengthAt - 1
    },
    written: () => into.subarray(0, at),
    delimited() {
      const length = varint(at)
      const message = new Uint8Array(length.length + at)
      message.set(length)
      message.set(into.subarray(0, at), length.length)
      return message
    },
  }
}

/** Of an upper-case hexadecimal digit. */
function nibbleOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x41 && code <= 0x46) return code - 0x37
  throw new Error('not upper-case hex')
}

/**
 * Makes sure that a protobuf message has no more fields than a list may have items, before anybody decodes it: an empty
 * item is two bytes there and a kilobyte in memory.
 *
 * @throws ShapeError
 */
export function boundedList(bytes: Uint8Array): Uint8Array {
  let count = 0
  for (let at = 0; at < bytes.length; at = fieldEnd(bytes, at))
    if (++count > MOST_ITEMS) throw new ShapeError(`a list of more than ${MOST_ITEMS} items`)
  return bytes
}

/**
 * Where the field that begins at `at` ends; of a message that is none, its end: then decoding says so. What is in a group,
 * which nobody writes any more and everybody skips, counts as well.
 */
function fieldEnd(bytes: Uint8Array, at: number): number {
  const tag = readVarint(bytes, at)
  if (tag === null) return bytes.length
  switch (tag.value & 7) {
    case 0:
      return readVarint(bytes, tag.end)?.end ?? bytes.length
    case 1:
      return tag.end + 8
    case 2: {
      const length = readVarint(bytes, tag.end)
      return length === null ? bytes.length : length.end + length.value
    }
    case 3:
    case 4:
      return tag.end
    case 5:
      return tag.end + 4
    default:
      return bytes.length
  }
}

/** The value, exact up to 2^53, and where it ends; null where it is cut off or longer than any. */
export function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  let value = 0
  for (let place = 0; place < 10; place++) {
    const byte = bytes[at + place]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * place)
    if (byte < 0x80) return { value, end: at + place + 1 }
  }
  return null
}
