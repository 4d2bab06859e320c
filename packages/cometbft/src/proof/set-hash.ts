import { concatBytes } from '@noble/hashes/utils.js'
import { consensusAddress } from '../address.ts'
import type { ConsensusHex, SetMember } from '../domain.ts'
import { toHex } from './hex-bytes.ts'
import { merkleRoot } from './merkle.ts'
import { bytesField, intField, messageField } from './wire-bytes.ts'

export type KeyKind = 'ed25519' | 'secp256k1' | 'bls12381' | 'mldsa65' | 'secp256k1eth'

const kinds: Readonly<Record<string, KeyKind>> = {
  'tendermint/PubKeyEd25519': 'ed25519',
  'tendermint/PubKeySecp256k1': 'secp256k1',
  'cometbft/PubKeyBls12_381': 'bls12381',
  'cometbft/PubKeyMlDsa65': 'mldsa65',
  'tendermint/PubKeySecp256k1eth': 'secp256k1eth',
}
/** The field of CometBFT's PublicKey message. */
const fields: Readonly<Record<KeyKind, number>> = {
  ed25519: 1,
  secp256k1: 2,
  bls12381: 3,
  mldsa65: 4,
  secp256k1eth: 5,
}
const lengths: Readonly<Record<KeyKind, number>> = {
  ed25519: 32,
  secp256k1: 33,
  bls12381: 96,
  mldsa65: 1952,
  secp256k1eth: 33,
}

/** The kind of a member's key; null for one whose hash we do not know how to make. */
export function kindOf({ keyType, key }: Pick<SetMember, 'keyType' | 'key'>): KeyKind | null {
  const kind = kinds[keyType] ?? null
  return kind !== null && key.length === lengths[kind] ? kind : null
}

/** The address that a key has; what an answer says of it is not in the set's hash. Null for another kind, and for none. */
export function addressOf(member: Pick<SetMember, 'keyType' | 'key'>): ConsensusHex | null {
  if (kindOf(member) === null) return null
  try {
    return consensusAddress(member.keyType, member.key)
  } catch {
    return null
  }
}

/** `validators_hash` of a set, in upper-case hex; null where a key is of a kind that we do not know. */
export function setHash(set: readonly SetMember[]): string | null {
  const leaves: Uint8Array[] = []
  for (const member of set) {
    const kind = kindOf(member)
    if (kind === null) return null
    const publicKey = bytesField(fields[kind], member.key)
    leaves.push(concatBytes(messageField(1, publicKey), intField(2, member.power)))
  }
  return toHex(merkleRoot(leaves))
}
