import { hash } from 'node:crypto'
import { toHex } from '../bytes.ts'
import type { KeyType } from '../network-profile.ts'
import { ed25519Signer } from './ed25519-signer.ts'
import { secp256k1Signer } from './secp256k1-signer.ts'
import type { Signer } from './signer.ts'

/** The key by which a validator votes, and the name that CometBFT derives from it. */
export interface ConsensusKey extends Signer {
  type: KeyType
  /** 20 bytes. */
  address: Uint8Array
  /** The address in upper-case hex. */
  hex: string
}

/** As CometBFT's JSON names them. */
export const keyTypeNames: Record<KeyType, string> = {
  ed25519: 'tendermint/PubKeyEd25519',
  secp256k1: 'tendermint/PubKeySecp256k1',
  bls12_381: 'cometbft/PubKeyBls12_381',
}

const signers: Record<KeyType, (seed: string) => Signer> = {
  ed25519: ed25519Signer,
  secp256k1: secp256k1Signer,
  bls12_381: noiseSigner,
}

/** A real key that follows from a text; another text gives another key. Nothing about it is secret. */
export function createConsensusKey(type: KeyType, seed: string): ConsensusKey {
  const signer = signers[type](seed)
  const digest = hash('sha256', signer.publicKey, 'buffer')
  const address = type === 'secp256k1' ? hash('ripemd160', digest, 'buffer') : digest.subarray(0, 20)
  return { type, ...signer, address: Uint8Array.from(address), hex: toHex(address) }
}

/**
 * Keys and signatures of BLS12-381's lengths that no curve knows: addresses and set hashes are right, signatures
 * verify nowhere. This is the chain that cannot be proven by signatures.
 */
function noiseSigner(seed: string): Signer {
  return {
    publicKey: noise(Buffer.from(`${seed}/key`)),
    sign: (message) => noise(Buffer.concat([Buffer.from(`${seed}/signature/`), message])),
  }
}

/** 96 bytes: an uncompressed public key, or a compressed signature. */
function noise(of: Buffer): Uint8Array {
  const first = hash('sha512', of, 'buffer')
  return Buffer.concat([first, hash('sha256', first, 'buffer')])
}
