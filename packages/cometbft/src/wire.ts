import { base64 } from '@scure/base'
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
  return z
    .array(z.unknown())
    .max(most, { abort: true })
    .transform((items, context) => {
      const read: z.output<T>[] = []
      for (const one of items) {
        const parsed = item.safeParse(one)
        if (!parsed.success) {
          context.addIssue({ code: 'custom', message: 'not such an item' })
          return z.NEVER
        }
        read.push(parsed.data)
      }
      return read
    })
}

const INT64 = /^-?\d{1,19}$/
const HEX = /^(?:[0-9a-fA-F]{2})*$/
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/
const FRACTION = /\.\d{1,9}/

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
export const bytes = z
  .string()
  .max(16_384)
  .transform((value, context) => {
    try {
      return base64.decode(value)
    } catch {
      context.addIssue({ code: 'custom', message: 'not base64' })
      return z.NEVER
    }
  })

/** Nanoseconds since 1970: what is hashed and signed has all nine digits, of which Go drops zeros at the end. */
export const timeNs = z
  .string()
  .max(40)
  .regex(RFC3339)
  .transform((value, context) => {
    const ms = Date.parse(value.replace(FRACTION, ''))
    const digits = FRACTION.exec(value)?.[0].slice(1) ?? ''
    if (!Number.isNaN(ms)) return BigInt(ms) * 1_000_000n + BigInt(digits.padEnd(9, '0'))
    context.addIssue({ code: 'custom', message: 'not a time' })
    return z.NEVER
  })

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
