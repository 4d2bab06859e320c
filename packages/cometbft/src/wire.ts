import { z } from 'zod'

/**
 * How CometBFT writes its basic types in JSON: int64 as decimal strings (some proxies rewrite them to numbers),
 * bytes as hex or base64, times as RFC 3339 with nanoseconds. Unknown fields pass everywhere.
 */

/** As many as a validator set may have, in CometBFT's own bounds: no list of an answer is longer. */
export const MOST_ITEMS = 10_000

/**
 * A list that is read up to its first item that is none, and not at all where it has too many: what is wrong with each of
 * a million empty objects takes gigabytes to say, and one answer holds as many.
 */
export function listOf<T extends z.ZodType>(item: T, most = MOST_ITEMS) {
  return listBy((one) => {
    const parsed = item.safeParse(one)
    return parsed.success ? { read: parsed.data } : null
  }, most)
}

/** The same with items that are read by hand; null: it is none. */
export function listBy<T>(readItem: (item: unknown) => { read: T } | null, most = MOST_ITEMS) {
  return z
    .array(z.unknown())
    .max(most, { abort: true })
    .transform((items, context) => {
      const all: T[] = []
      for (const one of items) {
        const item = readItem(one)
        if (item === null) {
          context.addIssue({ code: 'custom', message: 'not such an item' })
          return z.NEVER
        }
        all.push(item.read)
      }
      return all
    })
}

const INT64 = /^-?\d{1,19}$/
const HEX = /^(?:[0-9a-fA-F]{2})*$/
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

export const int64 = z.union([z.string().regex(INT64), z.int()]).transform((value) => BigInt(value))

/** A height, or another int64 that stays below 2^53. */
export const safeInt = int64.transform((value, context) => {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  context.addIssue({ code: 'custom', message: 'beyond 2^53' })
  return z.NEVER
})

export const height = safeInt.refine((value) => value >= 0)

/** Upper-case hex of any length; '' where nothing is set. */
export const hex = z
  .string()
  .max(256)
  .regex(HEX)
  .transform((value) => value.toUpperCase())

/** Upper-case hex of a 32-byte hash. */
export const hash = hex.refine((value) => value.length === 64)

/** Upper-case hex of a 20-byte address. */
export const address = hex.refine((value) => value.length === 40)

/** Bytes as base64, strictly: `Buffer` would cut a bad text off without a word. */
export const bytes = z.string().transform((value, context) => {
  const read = readBytes(value)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'not base64' })
  return z.NEVER
})

/** Nanoseconds since 1970: what is hashed and signed has all nine digits, of which Go drops zeros at the end. */
export const timeNs = z.string().transform((value, context) => {
  const read = readTimeNs(value)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'not a time' })
  return z.NEVER
})

/** Such a time; null: it is none. */
export function readTimeNs(value: string): bigint | null {
  if (value.length > 40 || !RFC3339.test(value)) return null
  const hasFraction = value[secondsEnd] === '.'
  let end = secondsEnd + Number(hasFraction)
  let nanos = 0
  let digits = 0
  for (; hasFraction && isDigit(value.charCodeAt(end)); end++, digits++)
    nanos = nanos * 10 + value.charCodeAt(end) - zero
  const ms = Date.parse(hasFraction ? value.slice(0, secondsEnd) + value.slice(end) : value)
  return Number.isNaN(ms) ? null : BigInt(ms) * 1_000_000n + BigInt(nanos * 10 ** (9 - digits))
}

/** Where the fraction of a time begins: `2026-11-24T09:30:00`. */
const secondsEnd = 19
const zero = 0x30

function isDigit(code: number): boolean {
  return code >= zero && code < zero + 10
}

/** An address as `address` reads it; null: it is none. */
export function readAddress(value: string): string | null {
  return value.length === 40 && HEX.test(value) ? value.toUpperCase() : null
}

/** Bytes as `bytes` reads them; null: not base64. */
export function readBytes(value: string): Uint8Array | null {
  const { length } = value
  if (length > longestBytes || length % 4 !== 0) return null
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0
  const read = new Uint8Array((length / 4) * 3 - padding)
  let at = 0
  let wrong = 0
  for (let place = 0; place < length; place += 4) {
    const isLast = place + 4 === length
    const first = sextetOf(value, place)
    const second = sextetOf(value, place + 1)
    const third = isLast && padding === 2 ? 0 : sextetOf(value, place + 2)
    const fourth = isLast && padding > 0 ? 0 : sextetOf(value, place + 3)
    // Bits that say nothing have to be zero: two texts are not the same bytes.
    if (isLast && padding > 0) wrong |= padding === 2 ? second & 0x0f : third & 0x03
    wrong |= (first | second | third | fourth) & notSextet
    read[at++] = (first << 2) | (second >> 4)
    if (at < read.length) read[at++] = (second << 4) | (third >> 2)
    if (at < read.length) read[at++] = (third << 6) | fourth
  }
  return wrong === 0 ? read : null
}

const longestBytes = 16_384
const notSextet = 0x40
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** By the code of the letter. */
const sextets = new Uint8Array(128).fill(notSextet)
for (let sextet = 0; sextet < letters.length; sextet++) sextets[letters.charCodeAt(sextet)] = sextet

function sextetOf(text: string, place: number): number {
  return sextets[text.charCodeAt(place)] ?? notSextet
}

/** Unix milliseconds; finer parts are cut off. */
export const time = z
  .string()
  .max(40)
  .regex(RFC3339)
  .transform((value, context) => {
    const ms = Date.parse(value)
    if (!Number.isNaN(ms)) return ms
    context.addIssue({ code: 'custom', message: 'not a time' })
    return z.NEVER
  })
