import { hex, utf8 } from '@scure/base'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { bech32ToHex } from '../address.ts'
import { absenceRoot, existenceRoot } from './ics23.ts'
import { ProofError } from './proof-error.ts'

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
    throw new ProofError('state', 'the proof is of another kind of store')
  const root = value === null ? rootWithout(tree, key) : rootWith('iavl', tree, key, value)
  const found = rootWith('simple', stores, utf8.decode(store), root)
  if (hex.encode(found).toUpperCase() !== appHash)
    throw new ProofError('state', 'the proof does not lead to the app hash of the block')
}

function rootWith(tree: 'iavl' | 'simple', op: ProofOp, key: Uint8Array, value: Uint8Array): Uint8Array {
  const { exist } = decode(op)
  if (exist === undefined) throw new ProofError('state', 'not a proof of a value')
  return existenceRoot(tree, exist, key, value)
}

function rootWithout(op: ProofOp, key: Uint8Array): Uint8Array {
  const { nonexist } = decode(op)
  if (nonexist === undefined) throw new ProofError('state', 'not a proof of an absence')
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
