import { z } from 'zod'

/**
 * How CometBFT writes its basic types in JSON: int64 as decimal strings (some proxies rewrite them to numbers),
 * bytes as hex or base64, times as RFC 3339 with nanoseconds. Unknown fields pass everywhere.
 */

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
