import { concatBytes } from '@noble/hashes/utils.js'
import { hex, utf8 } from '@scure/base'
import {
  CommitmentProof,
  type ExistenceProof,
  HashOp,
  type InnerOp,
  LengthOp,
} from 'cosmjs-types/cosmos/ics23/v1/proofs'
import type { ProofOp, StateClaim, StateKey } from '../proof/state-proof.ts'
import { sha256 } from '../proof/sha256.ts'
import { varint } from '../protobuf.ts'

/** Stores of an application in memory, which prove what is in them and what is not, as IAVL does. */
export interface ProvableStores {
  /** Of the header above the height that they are of. */
  appHash: string
  claim(key: StateKey): StateClaim
}

interface Leaf {
  key: Uint8Array
  value: Uint8Array
}

type Kind = 'iavl' | 'simple'
type Node = { root: Uint8Array } & ({ leaf: Leaf } | { depth: number; size: number; left: Node; right: Node })

const prefixes = { iavl: Uint8Array.of(0, 2, 2), simple: Uint8Array.of(0) } as const

/** @param stores entries by the hex of their keys, by the name of the store */
export function createProvableStores(
  stores: Readonly<Record<string, ReadonlyMap<string, Uint8Array>>>,
): ProvableStores {
  const trees = new Map(
    Object.entries(stores).map(([name, entries]) => {
      const leaves = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
      return [name, { names: leaves.map(([key]) => key), top: grow('iavl', leaves.map(toLeaf)) }] as const
    }),
  )
  const names = [...trees.keys()].sort((a, b) => (a < b ? -1 : 1))
  const roots = names.map((name) => ({
    key: utf8.decode(name),
    value: trees.get(name)?.top.root ?? new Uint8Array(),
  }))
  const top = grow('simple', roots)

  function claim({ store, key }: StateKey): StateClaim {
    const tree = trees.get(store)
    if (tree === undefined) throw new Error(`there is no store ${store}`)
    const name = hex.encode(key)
    const at = tree.names.findIndex((one) => one >= name)
    const place = at < 0 ? tree.names.length : at
    const isThere = tree.names[place] === name
    const proof = (index: number) => prove('iavl', tree.top, index)
    const nonexist = {
      key,
      ...(place === 0 ? {} : { left: proof(place - 1) }),
      ...(place === tree.names.length ? {} : { right: proof(place) }),
    }
    const found = CommitmentProof.fromPartial(isThere ? { exist: proof(place) } : { nonexist })
    const outer = CommitmentProof.fromPartial({ exist: prove('simple', top, names.indexOf(store)) })
    const ops: ProofOp[] = [
      { type: 'ics23:iavl', data: CommitmentProof.encode(found).finish() },
      { type: 'ics23:simple', data: CommitmentProof.encode(outer).finish() },
    ]
    return { store, key, value: isThere ? (stores[store]?.get(name) ?? null) : null, ops }
  }

  return { appHash: hex.encode(top.root).toUpperCase(), claim }
}

function toLeaf([key, value]: readonly [string, Uint8Array]): Leaf {
  return { key: hex.decode(key), value }
}

const empty = new Uint8Array()

function grow(kind: Kind, leaves: readonly Leaf[]): Node {
  const [first] = leaves
  // Nothing is proven by the leaf of a tree in which there is nothing.
  if (first === undefined) return { leaf: { key: empty, value: empty }, root: sha256(empty) }
  if (leaves.length === 1) {
    const digest = sha256(first.value)
    const { key } = first
    return {
      leaf: first,
      root: sha256(concatBytes(prefixes[kind], varint(key.length), key, Uint8Array.of(32), digest)),
    }
  }
  const middle = kind === 'iavl' ? leaves.length >> 1 : 2 ** Math.floor(Math.log2(leaves.length - 1))
  const [left, right] = [grow(kind, leaves.slice(0, middle)), grow(kind, leaves.slice(middle))]
  const node = { depth: 1 + Math.max(depthOf(left), depthOf(right)), size: leaves.length, left, right }
  const { prefix, suffix } = step(kind, node, 'left')
  return { ...node, root: sha256(concatBytes(prefix, left.root, suffix)) }
}

const depthOf = (node: Node) => ('depth' in node ? node.depth : 0)

type Inner = Pick<Extract<Node, { depth: number }>, 'depth' | 'size' | 'left' | 'right'>

/** What stands around the hash of one child. */
function step(kind: Kind, { depth, size, left, right }: Inner, side: 'left' | 'right'): InnerOp {
  const length = kind === 'iavl' ? Uint8Array.of(32) : new Uint8Array()
  const head =
    kind === 'iavl' ? concatBytes(varint(2 * depth), varint(2 * size), varint(2)) : Uint8Array.of(1)
  return side === 'left'
    ? { hash: HashOp.SHA256, prefix: concatBytes(head, length), suffix: concatBytes(length, right.root) }
    : { hash: HashOp.SHA256, prefix: concatBytes(head, length, left.root, length), suffix: new Uint8Array() }
}

function prove(kind: Kind, top: Node, index: number): ExistenceProof {
  const path: InnerOp[] = []
  let node = top
  let from = 0
  while ('left' in node) {
    const isLeft = index < from + sizeOf(node.left)
    path.unshift(step(kind, node, isLeft ? 'left' : 'right'))
    if (!isLeft) from += sizeOf(node.left)
    node = isLeft ? node.left : node.right
  }
  return {
    ...node.leaf,
    path,
    leaf: {
      hash: HashOp.SHA256,
      prehashKey: HashOp.NO_HASH,
      prehashValue: HashOp.SHA256,
      length: LengthOp.VAR_PROTO,
      prefix: prefixes[kind],
    },
  }
}

const sizeOf = (node: Node) => ('size' in node ? node.size : 1)
