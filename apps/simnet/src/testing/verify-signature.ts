import { createPublicKey, verify } from 'node:crypto'

const spki: Readonly<Record<string, Buffer>> = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
}

/** Whether a consensus key made this signature: by OpenSSL, not by what the simulation signs with. */
export function verifySignature(
  type: string,
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const head = spki[type]
  if (head === undefined) return false
  const key = createPublicKey({ key: Buffer.concat([head, publicKey]), format: 'der', type: 'spki' })
  return type === 'ed25519'
    ? verify(null, message, key, signature)
    : verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
