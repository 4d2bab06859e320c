import type { NativeSignatures } from '@roundsman/cometbft/proof/signature'
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'

/** Key objects are made once for each key: making one takes as long as two checks. */
const mostKeys = 2_000

const prefixes = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  // A compressed point, as SPKI has it.
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
} as const

/** Signatures checked by OpenSSL. False for whatever it does not take as a key or a signature. */
export function createNativeSignatures(): NativeSignatures {
  const keys = new Map<string, KeyObject>()

  function keyOf(kind: keyof typeof prefixes, key: Uint8Array): KeyObject {
    const name = Buffer.from(key).toString('base64')
    const known = keys.get(name)
    if (known !== undefined) return known
    const made = createPublicKey({ key: Buffer.concat([prefixes[kind], key]), format: 'der', type: 'spki' })
    if (keys.size >= mostKeys) keys.clear()
    keys.set(name, made)
    return made
  }

  return {
    ed25519: (key, data, signature) => quietly(() => verify(null, data, keyOf('ed25519', key), signature)),
    secp256k1: (key, data, signature) =>
      quietly(() =>
        verify('sha256', data, { key: keyOf('secp256k1', key), dsaEncoding: 'ieee-p1363' }, signature),
      ),
  }
}

function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** SHA-256 by OpenSSL. */
export function nativeSha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}
