import { ShapeError } from './shape-error.ts'

/** Cosmos SDK's LegacyDec: a signed integer scaled by 10^18, at most 315 bits, kept as text without loss. */

const PLACES = 18
const SCALED = /^-?\d{1,96}$/
const POINTED = /^(-?)(\d{1,78})(?:\.(\d{1,18}))?$/

/**
 * As protobuf carries it ("100000000000000000") → with its point ("0.100000000000000000").
 *
 * @throws ShapeError
 */
export function decFromScaled(scaled: string): string {
  if (!SCALED.test(scaled)) throw new ShapeError('not a decimal number')
  const value = BigInt(scaled)
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}

/**
 * With its point, as JSON carries it → the scaled integer. Fewer than 18 places are filled up.
 *
 * @throws ShapeError
 */
export function decToScaled(text: string): bigint {
  const match = POINTED.exec(text)
  if (match === null) throw new ShapeError('not a decimal number')
  const [, sign = '', whole = '', places = ''] = match
  return BigInt(`${sign}${whole}${places.padEnd(PLACES, '0')}`)
}

/**
 * x/staking's Int: a decimal integer of at most 256 bits.
 *
 * @throws ShapeError
 */
export function intFromText(text: string): bigint {
  if (!/^-?\d{1,78}$/.test(text)) throw new ShapeError('not an integer')
  return BigInt(text)
}
