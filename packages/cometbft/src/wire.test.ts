import { base64, hex } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageWriter, bytesField, intField, messageField, timestamp } from './protobuf.ts'
import { readAddress, readBytes, readTimeNs } from './wire.ts'

// What is read and written by hand because a block has hundreds of it, beside what a library or the plain way makes of it.

/** A text of base64 as it is, or with one character in the place of another, or without one. */
const base64Text = fc
  .tuple(
    fc.uint8Array({ maxLength: 70 }).map((bytes) => base64.encode(bytes)),
    fc.option(fc.tuple(fc.nat(100), fc.constantFrom('', '=', 'A', 'B', '+', '-', ' ', '\n', 'é', '\u0141'))),
  )
  .map(([text, change]) => {
    if (change === null) return text
    const place = change[0] % (text.length + 1)
    return text.slice(0, place) + change[1] + text.slice(place + 1)
  })

test('R7: bytes are read as strictly as a library reads base64', () => {
  const byLibrary = (text: string) => {
    try {
      return base64.decode(text)
    } catch {
      return null
    }
  }
  fc.assert(
    fc.property(base64Text, (text) => {
      expect(readBytes(text)).toEqual(byLibrary(text))
    }),
    { numRuns: 3_000, examples: [[''], ['='], ['===='], ['AA=='], ['AB=='], ['AAE='], ['AAF='], ['A=AA']] },
  )
  expect(readBytes('A'.repeat(16_384))).toHaveLength(12_288)
  expect(readBytes('A'.repeat(16_388))).toBeNull()
})

test('R7: a time has all its nanoseconds, whatever zeros are left out, and what is no RFC 3339 is none', () => {
  const instants = fc.record({
    ms: fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_000 }).map((ms) => ms - (ms % 1000)),
    digits: fc.stringMatching(/^\d{0,9}$/),
    zone: fc.constantFrom('Z', '+00:00', '-03:30', '+14:00'),
  })
  fc.assert(
    fc.property(instants, ({ ms, digits, zone }) => {
      const local = new Date(ms).toISOString().slice(0, 19)
      const text = `${local}${digits === '' ? '' : '.'}${digits}${zone}`
      const whole = BigInt(Date.parse(local + zone)) * 1_000_000n
      expect(readTimeNs(text)).toBe(whole + BigInt(digits.padEnd(9, '0')))
    }),
  )
  for (const text of [
    ...['', 'now', '2026-11-24', '2026-11-24 09:30:00Z', '2026-11-24T09:30:00', '2026-11-24T09:30:00.Z'],
    ...[
      '2026-11-24T09:30:00.1234567890Z',
      '2026-11-24T09:30:61Z',
      '2026-13-24T09:30:00Z',
      '02026-11-24T09:30:00Z',
    ],
  ])
    expect(readTimeNs(text)).toBeNull()
})

test('R8: an address is forty hexadecimal digits', () => {
  expect(readAddress('ab'.repeat(20))).toBe('AB'.repeat(20))
  for (const text of ['', 'AB'.repeat(19), 'AB'.repeat(21), 'AG'.repeat(20), `${'AB'.repeat(19)}A `])
    expect(readAddress(text)).toBeNull()
})

test('R61: messages that are written one after the other are those that are put together of fields', () => {
  const writer = createMessageWriter()
  const parts = fc.record({
    flag: fc.nat(127),
    bytes: fc.uint8Array({ maxLength: 3_000 }),
    timeNs: fc.bigInt({ min: -62_135_596_800_000_000_000n, max: 253_402_300_799_999_999_999n }),
  })
  fc.assert(
    fc.property(parts, ({ flag, bytes, timeNs }) => {
      writer.begin()
      writer.int(1, flag)
      writer.hex(2, hex.encode(bytes).toUpperCase())
      writer.time(3, timeNs)
      writer.bytes(4, bytes)
      const fields = [
        intField(1, flag),
        bytesField(2, bytes),
        messageField(3, timestamp(timeNs)),
        bytesField(4, bytes),
      ]
      const together = Uint8Array.from(fields.flatMap((field) => [...field]))
      expect(writer.written()).toEqual(together)
      // Its length in front is what stands between the tag and the bytes of a message.
      expect(writer.delimited()).toEqual(messageField(1, together).slice(1))
    }),
  )
  writer.begin()
  for (const text of ['ab', 'A', 'G0']) expect(() => writer.hex(1, text)).toThrow('not upper-case hex')
})
