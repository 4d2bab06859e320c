export interface ReadSeries {
  labels: Record<string, string>
  samples: [unixMs: number, value: number][]
}

interface Field {
  number: number
  bytes: Buffer
  /** Of a varint. */
  whole: number
}

/** What a remote write request says: snappy of literals alone, and the fields of protobuf that it has. */
export function decodeRemoteWrite(body: Uint8Array): ReadSeries[] {
  return fieldsOf(unpacked(Buffer.from(body))).map(({ bytes }) => {
    const fields = fieldsOf(bytes)
    return {
      labels: Object.fromEntries(
        fields
          .filter(({ number }) => number === 1)
          .map(({ bytes: label }) => {
            const [name, value] = fieldsOf(label)
            return [String(name?.bytes), String(value?.bytes)]
          }),
      ),
      samples: fields
        .filter(({ number }) => number === 2)
        .map(({ bytes: sample }): [number, number] => {
          const [value, at] = fieldsOf(sample)
          return [at?.whole ?? Number.NaN, value?.bytes.readDoubleLE() ?? Number.NaN]
        }),
    }
  })
}

function unpacked(body: Buffer): Buffer {
  const [length, begin] = varint(body, 0)
  const parts: Buffer[] = []
  let at = begin
  while (at < body.length) {
    if (body[at] !== 61 << 2) throw new Error(`not a literal of two bytes of length at ${at}`)
    const size = body.readUInt16LE(at + 1) + 1
    parts.push(body.subarray(at + 3, at + 3 + size))
    at += 3 + size
  }
  const bytes = Buffer.concat(parts)
  if (bytes.length !== length) throw new Error(`${bytes.length} bytes, announced as ${length}`)
  return bytes
}

function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at)
    const number = tag >> 3
    const [whole, next] = (tag & 7) === 1 ? [8, at + 1] : varint(bytes, at + 1)
    const end = (tag & 7) === 0 ? next : next + whole
    fields.push({ number, whole, bytes: bytes.subarray(next, end) })
    at = end
  }
  return fields
}

function varint(bytes: Buffer, begin: number): [value: number, next: number] {
  let value = 0
  let scale = 1
  for (let at = begin; ; at++) {
    const byte = bytes.readUInt8(at)
    value += (byte & 127) * scale
    if (byte < 128) return [value, at + 1]
    scale *= 128
  }
}
