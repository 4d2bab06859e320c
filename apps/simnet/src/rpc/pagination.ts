import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'

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
  const from = key.length > 0 ? ordered.findIndex((item) => sameBytes(item.key, key)) : Number(offset)
  const start = from < 0 ? ordered.length : from
  const page = ordered.slice(start, start + size)
  const following = ordered[start + size]
  const response = PageResponse.fromPartial({
    nextKey: following?.key ?? new Uint8Array(),
    total: key.length === 0 && (countTotal || unlimited) ? BigInt(items.length) : 0n,
  })
  return concatenate([
    ...page.flatMap((item) => [fieldHead(1, item.bytes.length), item.bytes]),
    ...field(2, PageResponse.encode(response).finish()),
  ])
}

function field(number: number, bytes: Uint8Array): Uint8Array[] {
  return [fieldHead(number, bytes.length), bytes]
}

function fieldHead(number: number, length: number): Uint8Array {
  const head = [(number << 3) | 2]
  let rest = length
  while (rest > 127) {
    head.push((rest & 127) | 128)
    rest >>>= 7
  }
  head.push(rest)
  return Uint8Array.from(head)
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(a, b) === 0
}
