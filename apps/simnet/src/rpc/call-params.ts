import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { compareBytes, joinBytes, lengthPrefixed } from '../bytes.ts'
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

/** A request whose bytes are not the message that they should be. */
export class UnreadableRequest extends Error {}

/** The message in `data`, or `UnreadableRequest`. */
export function readRequest<T>(codec: { decode(data: Uint8Array): T }, data: Uint8Array): T {
  try {
    return codec.decode(data)
  } catch {
    throw new UnreadableRequest('proto: illegal wireType: unknown request')
  }
}

const DEFAULT_LIMIT = 100

/** One thing of a list in the store: its key there, and its bytes. */
export interface StoredItem {
  key: Uint8Array
  bytes: Uint8Array
}

/**
 * Pages as the SDK makes them: by key or offset, a hundred when no limit is given, and then the total too.
 * `items` are in the order of their keys. The answer is the message of field 1 repeated, field 2 the page.
 */
export function paginate(items: readonly StoredItem[], request: PageRequest | undefined): Uint8Array {
  const { key, offset, limit, countTotal, reverse } = request ?? PageRequest.fromPartial({})
  const ordered = reverse ? [...items].reverse() : items
  const unlimited = limit === 0n
  const size = unlimited ? DEFAULT_LIMIT : Number(limit < 1_000_000n ? limit : 1_000_000n)
  const from =
    key.length > 0 ? ordered.findIndex((item) => compareBytes(item.key, key) === 0) : Number(offset)
  const start = from < 0 ? ordered.length : from
  const page = ordered.slice(start, start + size)
  const following = ordered[start + size]
  const response = PageResponse.fromPartial({
    nextKey: following?.key ?? new Uint8Array(),
    total: key.length === 0 && (countTotal || unlimited) ? BigInt(items.length) : 0n,
  })
  return joinBytes([
    ...page.flatMap((item) => field(1, item.bytes)),
    ...field(2, PageResponse.encode(response).finish()),
  ])
}

function field(number: number, bytes: Uint8Array): Uint8Array[] {
  return [Uint8Array.of((number << 3) | 2), lengthPrefixed(bytes)]
}
