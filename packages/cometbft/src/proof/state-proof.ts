import { concatBytes } from '@noble/hashes/utils.js'
import { hex, utf8 } from '@scure/base'
import {
  CommitmentProof,
  type ExistenceProof,
  HashOp,
  type InnerOp,
  type LeafOp,
  LengthOp,
  type NonExistenceProof,
} from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { bech32ToHex } from '../address.ts'
import { ProofError } from '../errors.ts'
import { readVarint, varint } from '../protobuf.ts'
import { sha256 } from './sha256.ts'

/** One step of the proof that comes with an `abci_query`; `data` is a protobuf CommitmentProof. */
export interface ProofOp {
  type: string
  data: Uint8Array
}

/** What a node says of one key of one store, and how it proves it. */
export interface StateClaim {
  /** Name of the store: staking, slashing, params, upgrade. */
  store: string
  key: Uint8Array
  /** The raw bytes, hashed before anybody decodes them: forks add fields. null: there is no such key. */
  value: Uint8Array | null
  ops: readonly ProofOp[]
}

/**
 * Checks a claim against the app hash of the header ABOVE the height that the state is of (the state of h is in
 * header h + 1), upper-case hex of any length. The height that an answer names is only an echo of the question; the app hash decides.
 *
 * @throws ProofError state
 */
export function checkState(claim: StateClaim & { appHash: string }): void {
  const { store, key, value, appHash } = claim
  const [tree, stores, ...more] = claim.ops
  if (tree === undefined || stores === undefined) throw new ProofError('state', 'there is no proof')
  if (more.length > 0 || tree.type !== 'ics23:iavl' || stores.type !== 'ics23:simple')
    throw new ProofError('state', 'the proof is for another type of store')
  const root = value === null ? rootWithout(tree, key) : rootWith('iavl', tree, key, value)
  const found = rootWith('simple', stores, utf8.decode(store), root)
  if (hex.encode(found).toUpperCase() !== appHash)
    throw new ProofError('state', 'the proof does not lead to the app hash of the block')
}

/**
 * The keys next to one that has no value, by the proof that it has none; null where it is at the edge of the store.
 *
 * @throws ProofError state: the key has a value, or the proof is none
 */
export function checkGap(claim: StateClaim & { appHash: string }): {
  below: Uint8Array | null
  above: Uint8Array | null
} {
  if (claim.value !== null) throw new ProofError('state', 'there is a value where there should be none')
  checkState(claim)
  const proof = claim.ops[0] === undefined ? undefined : decode(claim.ops[0]).nonexist
  return { below: proof?.left?.key ?? null, above: proof?.right?.key ?? null }
}

function rootWith(tree: 'iavl' | 'simple', op: ProofOp, key: Uint8Array, value: Uint8Array): Uint8Array {
  const { exist } = decode(op)
  if (exist === undefined) throw new ProofError('state', 'not a proof of existence')
  return existenceRoot(tree, exist, key, value)
}

function rootWithout(op: ProofOp, key: Uint8Array): Uint8Array {
  const { nonexist } = decode(op)
  if (nonexist === undefined) throw new ProofError('state', 'not a proof of absence')
  return absenceRoot(nonexist, key)
}

/** Whatever a library throws on mangled protobuf, the proof proves nothing. */
function decode({ data }: ProofOp): CommitmentProof {
  try {
    return CommitmentProof.decode(data)
  } catch {
    throw new ProofError('state', 'the proof cannot be decoded')
  }
}

/** Where one thing is kept: the same in every Cosmos SDK since 0.43. */
export interface StateKey {
  store: string
  key: Uint8Array
}

/** x/staking's record of an operator (bech32). @throws ShapeError */
export function validatorKey(operatorAddress: string): StateKey {
  return { store: 'staking', key: prefixed(0x21, bech32ToHex(operatorAddress).hex) }
}

/** x/staking's index from a consensus address (hex) to the bytes of the operator whose key it is. */
export function operatorOfKey(consensus: string): StateKey {
  return { store: 'staking', key: prefixed(0x22, consensus) }
}

/** x/slashing's signing info of a consensus address (hex). */
export function signingInfoKey(consensus: string): StateKey {
  return { store: 'slashing', key: prefixed(0x01, consensus) }
}

/** x/staking's record of what an operator (bech32) has staked with itself: its account has the same bytes. @throws ShapeError */
export function selfDelegationKey(operatorAddress: string): StateKey {
  const { hex: operator } = bech32ToHex(operatorAddress)
  const bytes = hex.decode(operator.toLowerCase())
  return { store: 'staking', key: Uint8Array.of(...prefixed(0x31, operator), bytes.length, ...bytes) }
}

/** Parameters of x/staking and x/slashing since SDK 0.47: one protobuf message each. */
export const PARAMS_KEYS = {
  staking: { store: 'staking', key: Uint8Array.of(0x51) },
  slashing: { store: 'slashing', key: Uint8Array.of(0x00) },
} as const satisfies Record<string, StateKey>

/** What x/upgrade has planned, a protobuf Plan. */
export const UPGRADE_PLAN_KEY: StateKey = { store: 'upgrade', key: Uint8Array.of(0x00) }

/** One parameter as SDKs up to 0.46 keep it, a JSON value: `slashing/SignedBlocksWindow`. */
export function legacyParamKey(name: string): StateKey {
  return { store: 'params', key: utf8.decode(name) }
}

function prefixed(prefix: number, address: string): Uint8Array {
  const bytes = hex.decode(address.toLowerCase())
  return Uint8Array.of(prefix, bytes.length, ...bytes)
}

/**
 * ICS-23 proofs of the two trees that a Cosmos chain commits its state with, checked by the rules of cosmos/ics23
 * (`go/ops.go`, `go/proof.go`): `iavl` holds the keys of one store, `simple` the roots of all stores.
 */
type ProofTree = 'iavl' | 'simple'

/** Which child the step comes from: its sibling is on the other side. */
type Side = 'left' | 'right'

const HASH_BYTES = 32
/** IAVL writes the length of a child's hash before it; the simple tree does not. */
const LENGTH_BYTE = 0x20
const SIMPLE_INNER = 0x01
/** No tree of a real chain is deeper; more steps are an attempt to keep us busy. */
const MOST_STEPS = 128

/**
 * Root of the tree in which `key` has `value`.
 *
 * @throws ProofError state: the proof is of another key or value, or is not one of such a tree
 */
export function existenceRoot(
  tree: ProofTree,
  proof: ExistenceProof,
  key: Uint8Array,
  value: Uint8Array,
): Uint8Array {
  if (!isEqual(proof.key, key)) throw wrong('the proof is of another key')
  if (!isEqual(proof.value, value)) throw wrong('the proof is of another value')
  return climb(tree, proof).root
}

/**
 * Root of the IAVL tree in which `key` has no value: its two neighbors are in it, side by side, or the one of them
 * that there is stands at the edge, or there is none.
 *
 * @throws ProofError state
 */
function absenceRoot(proof: NonExistenceProof, key: Uint8Array): Uint8Array {
  if (!isEqual(proof.key, key)) throw wrong('the proof is of the absence of another key')
  const left = proof.left === undefined ? null : { ...climb('iavl', proof.left), key: proof.left.key }
  const right = proof.right === undefined ? null : { ...climb('iavl', proof.right), key: proof.right.key }
  if (left !== null && compare(left.key, key) >= 0) throw wrong('the left neighbor is not left of the key')
  if (right !== null && compare(key, right.key) >= 0)
    throw wrong('the right neighbor is not right of the key')
  if (left !== null && right !== null) {
    if (!isEqual(left.root, right.root)) throw wrong('the neighbors are of two trees')
    if (!areNeighbors(left.sides, right.sides)) throw wrong('there are keys between the neighbors')
    return left.root
  }
  const edge = left ?? right
  // Nothing at all is in the tree, whose root no other one has (x/signal's after each upgrade).
  if (edge === null) return sha256(new Uint8Array())
  const outermost: Side = edge === left ? 'right' : 'left'
  if (edge.sides.some((side) => side !== outermost))
    throw wrong('the neighbor is not at the edge of the tree')
  return edge.root
}

/** From a leaf to the root, noting on which side each step is; every operation must be one of this kind of tree. */
function climb(
  tree: ProofTree,
  { leaf, key, value, path }: ExistenceProof,
): { root: Uint8Array; sides: Side[] } {
  if (leaf === undefined || key.length === 0 || value.length === 0) throw wrong('the proof has no leaf')
  if (path.length > MOST_STEPS) throw wrong('the proof has too many steps')
  checkLeaf(tree, leaf)
  let root = sha256(
    concatBytes(leaf.prefix, varint(key.length), key, Uint8Array.of(HASH_BYTES), sha256(value)),
  )
  const sides: Side[] = []
  let below = 0
  for (const step of path) {
    if (step.hash !== HashOp.SHA256) throw wrong('a step is hashed in another way')
    if (tree === 'iavl') {
      const { side, height } = iavlStep(step)
      if (height <= below) throw wrong('the heights of the tree do not rise')
      below = height
      sides.push(side)
    } else {
      sides.push(simpleStep(step))
    }
    root = sha256(concatBytes(step.prefix, root, step.suffix))
  }
  return { root, sides }
}

/**
 * Without the exact prefix a forged leaf could swallow the first bytes of the key: the same hash, another key.
 */
function checkLeaf(tree: ProofTree, leaf: LeafOp): void {
  const isKind =
    leaf.hash === HashOp.SHA256 &&
    leaf.prehashKey === HashOp.NO_HASH &&
    leaf.prehashValue === HashOp.SHA256 &&
    leaf.length === LengthOp.VAR_PROTO
  if (!isKind) throw wrong('the leaf is hashed in another way')
  if (tree === 'simple') {
    if (!isEqual(leaf.prefix, Uint8Array.of(0))) throw wrong('the prefix of the leaf is not that of its tree')
    return
  }
  const { values, end } = varints(leaf.prefix, 3)
  const [height, size] = values
  if (end !== leaf.prefix.length || height !== 0 || size !== 1)
    throw wrong('the prefix of the leaf is not that of its tree')
}

/** `height size version 20 (child)` with the right sibling behind it, or `height size version 20 sibling 20 (child)`. */
function iavlStep({ prefix, suffix }: InnerOp): { side: Side; height: number } {
  const { values, end } = varints(prefix, 3)
  const rest = prefix.subarray(end)
  const height = values[0] ?? 0
  if (rest[0] !== LENGTH_BYTE || rest.at(-1) !== LENGTH_BYTE) throw wrong('a step is none of its tree')
  if (rest.length === 1 && suffix.length === HASH_BYTES + 1 && suffix[0] === LENGTH_BYTE)
    return { side: 'left', height }
  if (rest.length === HASH_BYTES + 2 && suffix.length === 0) return { side: 'right', height }
  throw wrong('a step is none of its tree')
}

function simpleStep({ prefix, suffix }: InnerOp): Side {
  if (prefix[0] !== SIMPLE_INNER) throw wrong('a step is none of its tree')
  if (prefix.length === 1 && suffix.length === HASH_BYTES) return 'left'
  if (prefix.length === HASH_BYTES + 1 && suffix.length === 0) return 'right'
  throw wrong('a step is none of its tree')
}

/** Two paths of one root part where one goes left and the other right; below, each keeps to the side of the other. */
function areNeighbors(left: readonly Side[], right: readonly Side[]): boolean {
  let l = left.length - 1
  let r = right.length - 1
  while (l >= 0 && r >= 0 && left[l] === right[r]) {
    l -= 1
    r -= 1
  }
  if (left[l] !== 'left' || right[r] !== 'right') return false
  return (
    left.slice(0, l).every((side) => side === 'right') && right.slice(0, r).every((side) => side === 'left')
  )
}

/** Signed (zigzag) varints as Go's `binary.ReadVarint` reads them; none may be negative or beyond 2^53. */
function varints(bytes: Uint8Array, count: number): { values: number[]; end: number } {
  const values: number[] = []
  let end = 0
  for (let index = 0; index < count; index++) {
    const raw = readVarint(bytes, end)
    if (raw === null) throw wrong('a number in the proof is cut off')
    if (raw.value % 2 === 1 || !Number.isSafeInteger(raw.value))
      throw wrong('a number in the proof is out of range')
    values.push(raw.value / 2)
    end = raw.end
  }
  return { values, end }
}

/** As IAVL orders its keys: byte by byte, the shorter one first. */
function compare(a: Uint8Array, b: Uint8Array): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && compare(a, b) === 0
}

function wrong(reason: string): ProofError {
  return new ProofError('state', reason)
}
