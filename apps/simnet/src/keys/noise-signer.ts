import { hash } from 'node:crypto'
import type { Signer } from './signer.ts'

/**
 * Keys and signatures of BLS12-381's lengths that no curve knows: addresses and set hashes are right, signatures
 * verify nowhere. This is the chain that cannot be proven by signatures.
 */
export function noiseSigner(seed: string): Signer {
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
