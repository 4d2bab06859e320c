import type { ChainLens } from './chain-lens.ts'
import { internalError, invalidParams } from './rpc-fault.ts'

/** A whole number of a call: JSON number, decimal string, or absent. */
export function wholeParam(value: unknown, name: string): number | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^-?\d{1,18}$/.test(text)) {
    throw invalidParams(`error converting json params to arguments: invalid ${name}`)
  }
  return Number(text)
}

/** CometBFT's getHeight: the height asked for, or `newest`; its errors in its words. */
export function heightParam(lens: ChainLens, value: unknown, newest: number): number {
  const asked = wholeParam(value, 'height')
  if (asked === null) return newest
  if (asked <= 0) throw internalError(`height must be greater than 0, but got ${asked}`)
  if (asked > newest) {
    throw internalError(
      `height ${asked} must be less than or equal to the current blockchain height ${newest}`,
    )
  }
  if (asked < lens.earliest) {
    throw internalError(`height ${asked} is not available, lowest height is ${lens.earliest}`)
  }
  return asked
}
