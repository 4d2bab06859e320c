import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, hex } from '@scure/base'
import type { ConsensusHex } from './domain.ts'
import { ShapeError } from './errors.ts'

const BECH32_LIMIT = 120
const ADDRESS_BYTES = 20

/** SHA-256 of the 32-byte key, first 20 bytes. */
export function ed25519Address(key: Uint8Array): ConsensusHex {
  return toHex(sha256(exactly(32, key)).slice(0, ADDRESS_BYTES))
}

/** RIPEMD-160 of SHA-256 of the 33-byte compressed key (Story). */
export function secp256k1Address(key: Uint8Array): ConsensusHex {
  return toHex(ripemd160(sha256(exactly(33, key))))
}

/** As Ethereum has it: Keccak-256 of the uncompressed point without its first byte, last 20 bytes. */
function secp256k1ethAddress(key: Uint8Array): ConsensusHex {
  return toHex(keccak_256(uncompressed(key).slice(1)).slice(-ADDRESS_BYTES))
}

function uncompressed(key: Uint8Array): Uint8Array {
  try {
    return secp256k1.Point.fromBytes(key).toBytes(false)
  } catch {
    throw new ShapeError('a consensus key is not a valid secp256k1 point')
  }
}

/**
 * Consensus address of a key by the name of its type, as the wire (`tendermint/PubKeyEd25519`) or protobuf
 * (`/cosmos.crypto.ed25519.PubKey`) has it. Types we do not know get CometBFT's own rule, SHA-256 cut to 20 bytes,
 * which is that of sr25519, BLS and ML-DSA keys too.
 *
 * @throws ShapeError on a key of the wrong length
 */
export function consensusAddress(keyType: string, key: Uint8Array): ConsensusHex {
  const type = keyType.toLowerCase()
  if (type.includes('ed25519') && !type.includes('sr25519')) return ed25519Address(key)
  if (type.includes('secp256k1eth')) return secp256k1ethAddress(key)
  if (type.includes('secp256k1')) return secp256k1Address(key)
  if (key.length === 0) throw new ShapeError('a consensus key is empty')
  return toHex(sha256(key).slice(0, ADDRESS_BYTES))
}

/** @throws ShapeError */
export function bech32ToHex(text: string): { prefix: string; hex: string } {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text)
    return { prefix, hex: toHex(bytes) }
  } catch {
    throw new ShapeError('not a bech32 address')
  }
}

/** `hexToBech32('celestiavalcons', '801901…')`. @throws ShapeError */
export function hexToBech32(prefix: string, address: string): string {
  try {
    return bech32.encode(prefix, bech32.toWords(hex.decode(address.toLowerCase())), BECH32_LIMIT)
  } catch {
    throw new ShapeError('not an address in hex')
  }
}

/** Account prefix of a chain from one of its operator addresses: `celestiavaloper1…` → `celestia`; null if it has none. */
export function accountPrefix(operatorAddress: string): string | null {
  const end = operatorAddress.lastIndexOf('valoper1')
  return end > 0 ? operatorAddress.slice(0, end) : null
}

function exactly(length: number, key: Uint8Array): Uint8Array {
  if (key.length !== length)
    throw new ShapeError(`a consensus key has ${key.length} bytes instead of ${length}`)
  return key
}

function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes).toUpperCase()
}
