import { ShapeError } from './shape-error.ts'
import { MOST_ITEMS } from './wire.ts'

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
  const [tag, start] = varint(bytes, at)
  switch (tag & 7) {
    case 0:
      return varint(bytes, start)[1]
    case 1:
      return start + 8
    case 2: {
      const [length, data] = varint(bytes, start)
      return data + length
    }
    case 3:
    case 4:
      return start
    case 5:
      return start + 4
    default:
      return bytes.length
  }
}

/** The value, as far as it is below 2^53, and where it ends. */
function varint(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0
  for (let place = 0; place < 10; place++) {
    const byte = bytes[at + place] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * place)
    if (byte < 0x80) return [value, at + place + 1]
  }
  return [value, bytes.length]
}
