import type { DescMessage } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/**
 * How many messages are inside one of a kind, without making any of them: two bytes can be a message, and each becomes
 * an object. Stops counting above `most`.
 * @throws Error where the bytes are no such message
 */
export function countMessages(kind: DescMessage, bytes: Uint8Array, most: number): number {
  const reader = new BinaryReader(bytes)
  let count = 0

  function walk(desc: DescMessage, end: number): void {
    const fields = fieldsOf(desc)
    while (reader.pos < end && count <= most) {
      const [number, wireType] = reader.tag()
      const inner = wireType === WireType.LengthDelimited ? fields.get(number) : undefined
      if (inner === undefined) {
        reader.skip(wireType, number)
        continue
      }
      count += 1
      const length = reader.uint32()
      if (reader.pos + length > end) throw new RangeError('a message ends behind the one that it is in')
      walk(inner, reader.pos + length)
    }
  }

  walk(kind, reader.len)
  return count
}

const known = new WeakMap<DescMessage, ReadonlyMap<number, DescMessage>>()

/** The fields of a kind that hold messages, by number. */
function fieldsOf(desc: DescMessage): ReadonlyMap<number, DescMessage> {
  const found = known.get(desc)
  if (found) return found
  const fields = new Map<number, DescMessage>()
  for (const field of desc.fields) if (field.message) fields.set(field.number, field.message)
  known.set(desc, fields)
  return fields
}
