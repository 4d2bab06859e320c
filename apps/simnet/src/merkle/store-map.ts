import { hash } from 'node:crypto'
import { type ExistenceProof, HashOp, type InnerOp, LengthOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { compareBytes, joinBytes, lengthPrefixed } from '../bytes.ts'

/** The roots of all stores under one hash, the app hash: CometBFT's simple Merkle map. */
interface StoreMap {
  readonly root: Uint8Array
  existence(store: string): ExistenceProof | null
}

const LEAF = Uint8Array.of(0)
const INNER = Uint8Array.of(1)

/** `roots`: name of each store → root of its tree. */
export function createStoreMap(roots: ReadonlyMap<string, Uint8Array>): StoreMap {
  const stores = [...roots]
    .map(([name, root]) => ({ key: Buffer.from(name), root }))
    .sort((a, b) => compareBytes(a.key, b.key))
  const leaves = stores.map(({ key, root }) => {
    const digest = hash('sha256', root, 'buffer')
    return hash('sha256', joinBytes([LEAF, lengthPrefixed(key), lengthPrefixed(digest)]), 'buffer')
  })
  return {
    root: rootOf(leaves),
    existence(store) {
      const at = stores.findIndex(({ key }) => key.toString() === store)
      const found = stores[at]
      if (found === undefined) return null
      const leaf = {
        hash: HashOp.SHA256,
        prehashKey: HashOp.NO_HASH,
        prehashValue: HashOp.SHA256,
        length: LengthOp.VAR_PROTO,
        prefix: LEAF,
      }
      return { key: found.key, value: found.root, leaf, path: pathOf(leaves, at) }
    },
  }
}

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (only === undefined) return hash('sha256', '', 'buffer')
  if (leaves.length === 1) return only
  const split = splitOf(leaves.length)
  return hash(
    'sha256',
    joinBytes([INNER, rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))]),
    'buffer',
  )
}

/** From the leaf up. */
function pathOf(leaves: readonly Uint8Array[], at: number): InnerOp[] {
  if (leaves.length <= 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return at < split
    ? [...pathOf(left, at), { hash: HashOp.SHA256, prefix: INNER, suffix: rootOf(right) }]
    : [
        ...pathOf(right, at - split),
        { hash: HashOp.SHA256, prefix: joinBytes([INNER, rootOf(left)]), suffix: new Uint8Array() },
      ]
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1))
}
