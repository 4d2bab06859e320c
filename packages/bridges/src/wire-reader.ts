import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'

/** A message of so many parts that reading it would take more time and memory than its bytes suggest. */
export class TooManyParts extends Error {
  override name = 'TooManyParts'
}

/** How a field is written, by the last three bits of what names it. */
const wires = { varint: 0, bit64: 1, delimited: 2, startGroup: 3, endGroup: 4, bit32: 5 } as const

/** What a field is, as far as passing it has to know. */
interface Field {
  wire: number
  /** Whether it is a list of numbers, which may come in one piece. */
  isPacked: boolean
  isText: boolean
  message: MessageKind | null
}

/** The fields of a kind of message by their numbers. */
export type MessageKind = (Field | undefined)[]

/** As deep as messages may lie in each other, and bytes that a number may have: what the generated code takes. */
const [deepest, longestNumber] = [100, 10]
const lastAscii = 0x7f
/** Letters that are put together by hand: for a few that is quicker than a decoder. */
const shortText = 64
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the wire format of protobuf where only parts of a message are wanted. What is passed is checked as the generated
 * code checks it, but nothing is made of it, neither objects nor texts. Stricter in one thing: a known field of another
 * wire type than its own is refused. All of it throws an Error where the bytes cannot be what they are read as.
 */
export class WireReader {
  at = 0
  private depth = 1
  private messages = 0
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly mostMessages: number

  /** @param mostMessages with more of them inside it throws TooManyParts */
  constructor(bytes: Uint8Array, mostMessages: number) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.mostMessages = mostMessages
  }

  /** Number and wire type of the next field, as they are written: `number << 3 | type`. */
  tag(): number {
    const start = this.at
    const tag = this.uint32()
    const length = this.at - start
    if (tag < 8 || (tag & 7) > wires.bit32) throw new Error('a field that there cannot be')
    if (length > 5 || (length === 5 && (this.bytes[this.at - 1] ?? 0) > 0x0f))
      throw new Error('a number of a field that is too long')
    return tag
  }

  /** Begins a message inside one that goes to `outerEnd`, and gives its own end; `leave` follows it. */
  enter(outerEnd: number): number {
    this.messages += 1
    if (this.messages > this.mostMessages) throw new TooManyParts('too many messages')
    const end = this.uint32() + this.at
    if (end > outerEnd) throw new RangeError('a message ends behind the one that it is in')
    this.depth += 1
    if (this.depth > deepest) throw new Error('messages are nested too deep')
    return end
  }

  leave(): void {
    this.depth -= 1
  }

  /** Gives what goes back to here, within the same message. */
  mark(): () => void {
    const { at, messages } = this
    return () => {
      this.at = at
      this.messages = messages
    }
  }

  /** The low 32 bits of a number. */
  uint32(): number {
    const first = this.bytes[this.at]
    if (first !== undefined && first <= lastAscii) {
      this.at += 1
      return first
    }
    let value = 0
    for (let index = 0; index < longestNumber; index++) {
      const byte = this.bytes[this.at]
      if (byte === undefined) throw new RangeError('it ends too soon')
      this.at += 1
      if (index < 5) value |= (byte & 0x7f) << (7 * index)
      if (byte <= 0x7f) return value >>> 0
    }
    throw new Error('a number that does not end')
  }

  fixed64(): bigint {
    this.pass8()
    return this.view.getBigUint64(this.at - 8, true)
  }

  sfixed64(): bigint {
    this.pass8()
    return this.view.getBigInt64(this.at - 8, true)
  }

  double(): number {
    this.pass8()
    return this.view.getFloat64(this.at - 8, true)
  }

  text(): string {
    const length = this.passText()
    const from = this.at - length
    if (length > shortText) return utf8.decode(this.bytes.subarray(from, this.at))
    let text = ''
    for (let at = from; at < this.at; at++) {
      const byte = this.bytes[at] ?? 0
      if (byte > lastAscii) return utf8.decode(this.bytes.subarray(from, this.at))
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** Passes the field whose tag was just read, as what it is in a message of this kind that goes to `end`. */
  pass(kind: MessageKind, tag: number, end: number): void {
    const field = kind[tag >>> 3]
    const wire = tag & 7
    if (field === undefined) this.passUnknown(tag, deepest - this.depth)
    else if (wire === wires.delimited && field.isPacked) this.passPacked(field.wire)
    else if (wire !== field.wire) throw new Error('a field of another wire type')
    else if (field.message) this.passMessage(field.message, end)
    else if (field.isText) this.passText()
    else this.passValue(wire)
  }

  private passMessage(kind: MessageKind, outerEnd: number): void {
    const end = this.enter(outerEnd)
    while (this.at < end) this.pass(kind, this.tag(), end)
    this.leave()
  }

  private passPacked(wire: number): void {
    const end = this.uint32() + this.at
    if (wire === wires.varint) while (this.at < end) this.uint32()
    else this.forward(end - this.at - ((end - this.at) % (wire === wires.bit64 ? 8 : 4)))
    if (this.at !== end) throw new RangeError('a list of numbers ends within one')
  }

  private passValue(wire: number): void {
    if (wire === wires.varint) this.uint32()
    else if (wire === wires.bit64) this.pass8()
    else if (wire === wires.bit32) this.forward(4)
    else this.forward(this.uint32())
  }

  /** Gives the length of the text, which is one. */
  private passText(): number {
    const length = this.uint32()
    const from = this.at
    this.forward(length)
    for (let at = from; at < this.at; at++)
      if ((this.bytes[at] ?? 0) > lastAscii) {
        utf8.decode(this.bytes.subarray(from, this.at))
        break
      }
    return length
  }

  private passUnknown(tag: number, deeper: number): void {
    const wire = tag & 7
    if (wire === wires.varint) {
      // However long it is.
      while ((this.bytes[this.at++] ?? 0) > lastAscii);
      this.forward(0)
    } else if (wire === wires.endGroup) throw new Error('a group ends that did not begin')
    else if (wire === wires.startGroup) this.passGroup(tag >>> 3, deeper)
    else this.passValue(wire)
  }

  private passGroup(number: number, deeper: number): void {
    if (deeper <= 0) throw new Error('groups are nested too deep')
    for (;;) {
      const tag = this.tag()
      if ((tag & 7) !== wires.endGroup) this.passUnknown(tag, deeper - 1)
      else if (tag >>> 3 === number) return
      else throw new Error('another group ends')
    }
  }

  private pass8(): void {
    this.forward(8)
  }

  private forward(length: number): void {
    this.at += length
    if (this.at > this.bytes.length) throw new RangeError('it ends too soon')
  }
}

const kinds = new WeakMap<DescMessage, MessageKind>()

/** What `pass` has to know of a message, from its description. */
export function messageKind(description: DescMessage): MessageKind {
  const known = kinds.get(description)
  if (known) return known
  const kind: MessageKind = []
  // Before its fields: a value may be a list of values.
  kinds.set(description, kind)
  for (const field of description.fields) kind[field.number] = fieldOf(field)
  return kind
}

function fieldOf(field: DescField): Field {
  const message = field.message ? messageKind(field.message) : null
  const scalar = 'scalar' in field ? field.scalar : undefined
  const wire = message ? wires.delimited : wireOf(scalar)
  const isPacked = field.fieldKind === 'list' && wire !== wires.delimited
  return { wire, isPacked, isText: scalar === ScalarType.STRING, message }
}

/** Of a number, a text or bytes; without a type it is a choice, which is a number. */
function wireOf(scalar: ScalarType | undefined): number {
  switch (scalar) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return wires.delimited
    case ScalarType.DOUBLE:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return wires.bit64
    case ScalarType.FLOAT:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return wires.bit32
    default:
      return wires.varint
  }
}
