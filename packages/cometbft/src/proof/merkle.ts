import { sha256 } from '@noble/hashes/sha2.js'

const leafPrefix = 0x00
const innerPrefix = 0x01

/**
 * Root of CometBFT's Merkle tree (RFC 6962): each split leaves the largest power of two below the count on the left.
 * Of nothing it is the hash of nothing.
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array())
  return rootOf(leaves.map(leafHash), 0, leaves.length)
}

function rootOf(hashes: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const first = hashes[from]
  if (first === undefined) throw new RangeError('a tree without leaves')
  if (to - from === 1) return first
  const middle = from + splitOf(to - from)
  return innerHash(rootOf(hashes, from, middle), rootOf(hashes, middle, to))
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1))
}

function leafHash(leaf: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(leaf.length + 1)
  bytes[0] = leafPrefix
  bytes.set(leaf, 1)
  return sha256(bytes)
}

function innerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = innerPrefix
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return sha256(bytes)
}
