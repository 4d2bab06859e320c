import { varint } from '@roundsman/cometbft/protobuf'
import { hash } from 'node:crypto'
import type { ExistenceProof, InnerOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { HashOp, LengthOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { compareBytes, joinBytes } from '../bytes.ts'

/** A key of a store with its raw value. */
export interface StoredPair {
  key: Uint8Array
  value: Uint8Array
}

/** The tree of one store at one height, in the hashes of cosmos/iavl. */
export interface IavlTree {
  readonly root: Uint8Array
  value(key: Uint8Array): Uint8Array | null
  existence(key: Uint8Array): ExistenceProof | null
  /** Proofs of the keys on both sides of one that is not there; left out where there is none on that side. */
  neighbors(key: Uint8Array): { left?: ExistenceProof; right?: ExistenceProof }
}

type Node = { root: Uint8Array } & ({ size: 1 } | { size: number; depth: number; left: Node; right: Node })

/** Every node says that it was written at version 1; verifiers want no more of a version than that it is there. */
const VERSION = 2
const LEAF_PREFIX = Uint8Array.of(0, 2, VERSION)

/** The hash of a leaf, which stays as long as key and value do. Keys are shorter than 16 kB. */
export function leafHash({ key, value }: StoredPair): Uint8Array {
  const bytes = Buffer.allocUnsafe(3 + 2 + key.length + 1 + 32)
  bytes.set(LEAF_PREFIX)
  let at = 3
  if (key.length > 127) bytes[at++] = (key.length & 127) | 128
  bytes[at++] = key.length > 127 ? key.length >> 7 : key.length
  bytes.set(key, at)
  at += key.length
  bytes[at++] = 32
  bytes.set(hash('sha256', value, 'buffer'), at)
  return hash('sha256', bytes.subarray(0, at + 32), 'buffer')
}

/**
 * A tree of these pairs, which stand in the order of their keys, one or more; as shallow as can be, for the shape of
 * an IAVL tree shows its past, which a simulated chain has not. `hashes` are their leaf hashes where they are known.
 */
export function createIavlTree(pairs: readonly StoredPair[], hashes = pairs.map(leafHash)): IavlTree {
  const top = grow(hashes, 0, hashes.length)

  function prove(at: number): ExistenceProof | undefined {
    const pair = pairs[at]
    if (pair === undefined) return undefined
    const path: InnerOp[] = []
    let node = top
    let from = 0
    while ('left' in node) {
      const goesLeft = at < from + node.left.size
      path.unshift(step(node, goesLeft))
      if (!goesLeft) from += node.left.size
      node = goesLeft ? node.left : node.right
    }
    const leaf = {
      hash: HashOp.SHA256,
      prehashKey: HashOp.NO_HASH,
      prehashValue: HashOp.SHA256,
      length: LengthOp.VAR_PROTO,
      prefix: LEAF_PREFIX,
    }
    return { key: pair.key, value: pair.value, leaf, path }
  }

  /** Place of the first key that is not below this one. */
  function placeOf(key: Uint8Array): number {
    let low = 0
    let high = pairs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareBytes(pairs[middle]?.key ?? new Uint8Array(), key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  function found(key: Uint8Array): number | null {
    const at = placeOf(key)
    const there = pairs[at]
    return there !== undefined && compareBytes(there.key, key) === 0 ? at : null
  }

  return {
    root: top.root,
    value(key) {
      const at = found(key)
      return at === null ? null : (pairs[at]?.value ?? null)
    },
    existence(key) {
      const at = found(key)
      return at === null ? null : (prove(at) ?? null)
    },
    neighbors(key) {
      const at = placeOf(key)
      const [left, right] = [prove(at - 1), prove(at)]
      return { ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) }
    },
  }
}

function grow(hashes: readonly Uint8Array[], from: number, to: number): Node {
  if (to - from <= 1) return { root: hashes[from] ?? hash('sha256', '', 'buffer'), size: 1 }
  const middle = (from + to) >> 1
  const [left, right] = [grow(hashes, from, middle), grow(hashes, middle, to)]
  const depth = 1 + Math.max(depthOf(left), depthOf(right))
  const size = to - from
  const own = head(depth, size)
  const bytes = Buffer.allocUnsafe(own.length + 66)
  bytes.set(own)
  bytes[own.length] = 32
  bytes.set(left.root, own.length + 1)
  bytes[own.length + 33] = 32
  bytes.set(right.root, own.length + 34)
  return { root: hash('sha256', bytes, 'buffer'), size, depth, left, right }
}

function step(node: Extract<Node, { left: Node }>, goesLeft: boolean): InnerOp {
  const own = head(node.depth, node.size)
  const length = Uint8Array.of(32)
  return goesLeft
    ? { hash: HashOp.SHA256, prefix: joinBytes([own, length]), suffix: joinBytes([length, node.right.root]) }
    : {
        hash: HashOp.SHA256,
        prefix: joinBytes([own, length, node.left.root, length]),
        suffix: new Uint8Array(),
      }
}

function depthOf(node: Node): number {
  return 'left' in node ? node.depth : 0
}

/** Height, size and version as Go's signed varints. */
function head(depth: number, size: number): Uint8Array {
  return Uint8Array.from([...varint(2 * depth), ...varint(2 * size), VERSION])
}
